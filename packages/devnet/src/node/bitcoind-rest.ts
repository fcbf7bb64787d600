/** The REST face of bitcoind (src/rest.cpp): same port as RPC, no authentication. Of its formats, those that are asked for. */

import { ByteWriter } from '../utxo/bytes.js';
import type { StoredBlock } from './chain-source.js';
import { writeJson } from './decimal-json.js';
import type { HttpAnswer, RpcContext } from './dialect.js';
import { RpcError } from './rpc-error.js';
import { chainInfoJson } from './rpc-network.js';

/** What the HTTP server itself answers to a path that it does not know (libevent's evhttp). */
const UNKNOWN_PATH: HttpAnswer = { status: 404, type: 'text/html; charset=ISO-8859-1', body: '' };

export function restText(status: number, text: string): HttpAnswer {
  return { status, type: 'text/plain', body: `${text}\r\n` };
}

interface RestPath {
  readonly resource: string;
  readonly name: string;
  readonly format: string;
}

/** "/rest/block/<hash>.bin?x=1" → resource "rest/block", name <hash>, format "bin". */
export function parseRestPath(target: string): RestPath {
  const [, resource = '', last = ''] = new URL(target, 'http://node').pathname.split('/').slice(1);
  // Any other ending is part of the name (bitcoin src/rest.cpp ParseDataFormat).
  const [, name = '', format = ''] = /^(.*?)(?:\.(bin|hex|json))?$/.exec(last || resource) ?? [];
  return { resource: `rest/${last === '' ? name : resource}`, name, format };
}

function binaryOf(
  context: RpcContext,
  { name, format }: RestPath,
  bytesOf: (block: StoredBlock) => Buffer,
): HttpAnswer {
  if (!/^[0-9a-f]{64}$/i.test(name)) return restText(400, `Invalid hash: ${name}`);
  const block = context.source.block(name.toLowerCase());
  if (!block) return restText(404, `${name} not found`);
  if (format !== 'bin') return restText(404, 'output format not found (available: .bin)');
  return { status: 200, type: 'application/octet-stream', body: bytesOf(block) };
}

function spentOutputs({ source }: RpcContext, { height, hash }: StoredBlock): Buffer {
  return height === 0 ? new ByteWriter().compactSize(1).compactSize(0).take() : source.spentOutputs(hash);
}

/** @returns the answer to a GET below /rest/ */
export function answerRest(context: RpcContext, path: RestPath): HttpAnswer {
  const { resource, format } = path;
  const { dialect, spentTxOuts } = context.profile;
  if (!dialect.hasRest) return UNKNOWN_PATH;
  try {
    switch (resource) {
      case 'rest/chaininfo': {
        if (format !== 'json') return restText(404, 'output format not found (available: json)');
        const info = context.adjust(resource, chainInfoJson(context));
        return { status: 200, type: 'application/json', body: `${writeJson(info)}\n` };
      }
      case 'rest/block':
        return binaryOf(context, path, ({ hash }) => context.source.raw(hash));
      case 'rest/spenttxouts':
        return spentTxOuts ? binaryOf(context, path, (block) => spentOutputs(context, block)) : UNKNOWN_PATH;
      default:
        return UNKNOWN_PATH;
    }
  } catch (cause) {
    if (cause instanceof RpcError) return restText(404, cause.message);
    throw cause;
  }
}
