/** The REST face of bitcoind (src/rest.cpp): same port as RPC, no authentication. */
import { ByteWriter } from '../utxo/bytes.js';
import { wireHash } from '../utxo/hash.js';
import { confirmationsOf, headerJson } from './block-json.js';
import type { StoredBlock } from './chain-source.js';
import { type Json, writeJson } from './decimal-json.js';
import { decodedBlockJson } from './rpc-blocks.js';
import type { RpcContext } from './rpc-context.js';
import type { HttpAnswer } from './rpc-dispatch.js';
import { RpcError } from './rpc-error.js';
import { chainInfoJson } from './rpc-network.js';

const MAX_HEADERS = 2000;

/** What the HTTP server itself answers to a path that it does not know (libevent's evhttp). */
const UNKNOWN_PATH: HttpAnswer = { status: 404, type: 'text/html; charset=ISO-8859-1', body: '' };

export function restText(status: number, text: string): HttpAnswer {
  return { status, type: 'text/plain', body: `${text}\r\n` };
}

const json = (value: Json): HttpAnswer => ({ status: 200, type: 'application/json', body: `${writeJson(value)}\n` });

/** Bytes in the format that the path's extension names. */
function binary(bytes: Buffer, format: string, withJson = true): HttpAnswer {
  if (format === 'bin') return { status: 200, type: 'application/octet-stream', body: bytes };
  if (format === 'hex') return { status: 200, type: 'text/plain', body: `${bytes.toString('hex')}\n` };
  return restText(404, `output format not found (available: ${withJson ? '.bin, .hex, .json' : '.bin, .hex'})`);
}

interface RestPath {
  readonly resource: string;
  readonly parts: readonly string[];
  readonly format: string;
  readonly query: URLSearchParams;
}

/** "/rest/block/<hash>.bin?x=1" → resource "rest/block", parts [hash], format "bin". */
export function parseRestPath(target: string): RestPath {
  const url = new URL(target, 'http://node');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const last = segments.pop() ?? '';
  // Any other ending is part of the name (bitcoin src/rest.cpp ParseDataFormat).
  const [, name = '', format = ''] = /^(.*?)(?:\.(bin|hex|json))?$/.exec(last) ?? [];
  const all = [...segments, name];
  return { resource: `rest/${all[1] ?? ''}`, parts: all.slice(2), format, query: url.searchParams };
}

function blockOrError(context: RpcContext, hash: string | undefined): StoredBlock | HttpAnswer {
  if (hash === undefined || !/^[0-9a-f]{64}$/i.test(hash)) return restText(400, `Invalid hash: ${hash ?? ''}`);
  return context.source.block(hash.toLowerCase()) ?? restText(404, `${hash} not found`);
}

const isAnswer = (value: StoredBlock | HttpAnswer): value is HttpAnswer => 'status' in value;

function restBlock(context: RpcContext, { parts, format }: RestPath): HttpAnswer {
  const noDetails = parts[0] === 'notxdetails';
  const block = blockOrError(context, parts[noDetails ? 1 : 0]);
  if (isAnswer(block)) return block;
  if (format === 'json') return json(decodedBlockJson(context, block.hash, noDetails ? 1 : 3));
  return binary(context.source.raw(block.hash), format);
}

function restHeaders(context: RpcContext, { parts, format, query }: RestPath): HttpAnswer {
  const oldForm = parts.length === 2;
  if (!oldForm && !context.profile.style.restCountInQuery) {
    return restText(400, 'No header count specified. Use /rest/headers/<count>/<hash>.<ext>.');
  }
  const wanted = (oldForm ? parts[0] : query.get('count')) ?? '5';
  const count = Number(wanted);
  if (!Number.isInteger(count) || count < 1 || count > MAX_HEADERS) {
    const range = context.profile.style.restCountInQuery
      ? `is invalid or out of acceptable range (1-${MAX_HEADERS})`
      : 'out of range';
    return restText(400, `Header count ${range}: ${wanted}`);
  }
  const { source } = context;
  const first = blockOrError(context, parts[oldForm ? 1 : 0]);
  if (isAnswer(first) && first.status !== 404) return first;
  const blocks: StoredBlock[] = [];
  // Upwards and on the active chain only; an unknown or stale start gives an empty list.
  for (let at = isAnswer(first) ? undefined : first; at && blocks.length < count; ) {
    if (confirmationsOf(source, at) < 0 && at !== first) break;
    blocks.push(at);
    const next = confirmationsOf(source, at) < 0 ? undefined : source.hashAt(at.height + 1);
    at = next === undefined ? undefined : source.block(next);
  }
  if (format === 'json') return json(blocks.map((block) => headerJson(context, block)));
  return binary(Buffer.concat(blocks.flatMap(({ header, proof }) => [header, proof])), format);
}

function restHashByHeight({ source }: RpcContext, { parts, format }: RestPath): HttpAnswer {
  const [text = ''] = parts;
  if (!/^\d{1,10}$/.test(text)) return restText(400, `Invalid height: ${text}`);
  const hash = source.hashAt(Number(text));
  if (hash === undefined) return restText(404, 'Block height out of range');
  if (format === 'json') return json({ blockhash: hash });
  return format === 'hex' ? { status: 200, type: 'text/plain', body: `${hash}\n` } : binary(wireHash(hash), format);
}

function restSpentOutputs(context: RpcContext, { parts, format }: RestPath): HttpAnswer {
  const block = blockOrError(context, parts[0]);
  if (isAnswer(block)) return block;
  const genesis = new ByteWriter().compactSize(1).compactSize(0).take();
  return binary(block.height === 0 ? genesis : context.source.spentOutputs(block.hash), format);
}

/** @returns the answer to a GET below /rest/ */
export function answerRest(context: RpcContext, path: RestPath): HttpAnswer {
  const known = context.profile.dialect.rest.has(path.resource);
  try {
    switch (known ? path.resource : null) {
      case 'rest/chaininfo':
        return path.format === 'json'
          ? json(context.adjust('rest/chaininfo', chainInfoJson(context)))
          : restText(404, 'output format not found (available: json)');
      case 'rest/block':
        return restBlock(context, path);
      case 'rest/headers':
        return restHeaders(context, path);
      case 'rest/blockhashbyheight':
        return restHashByHeight(context, path);
      case 'rest/spenttxouts':
        return context.profile.spentTxOuts ? restSpentOutputs(context, path) : UNKNOWN_PATH;
      default:
        return UNKNOWN_PATH;
    }
  } catch (cause) {
    if (cause instanceof RpcError) return restText(404, cause.message);
    throw cause;
  }
}
