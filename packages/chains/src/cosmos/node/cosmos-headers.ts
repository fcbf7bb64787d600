/** Headers by height from `/blockchain`, without transactions: twenty in an answer, the newest first. */
import { z } from 'zod';
import type { BlockRef } from '../../chain.js';
import { BlockNotFoundError, NodeLieError } from '../../errors.js';
import type { RpcCall } from '../../rpc/json-rpc.js';
import { checked } from '../../rpc/rpc-errors.js';
import { type CosmosHeader, headerHash } from '../header-hash.js';
import type { CosmosConnection } from './cosmos-connection.js';

const METHOD = 'blockchain';
/** Source: cometbft rpc/core/blocks.go BlockchainInfo */
const HEADERS_PER_ANSWER = 20;

export const heightAnswer = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
export const hashAnswer = z
  .string()
  .regex(/^[0-9A-Fa-f]{64}$/)
  .transform((hash) => hash.toLowerCase());

const metaAnswer = z
  .object({
    block_id: z.object({ hash: hashAnswer }),
    header: z.looseObject({
      height: heightAnswer,
      time: z.string(),
      last_block_id: z.looseObject({ hash: z.union([hashAnswer, z.literal('')]) }),
      last_results_hash: z.union([hashAnswer, z.literal('')]),
    }),
  })
  .transform(({ block_id: { hash }, header }) => ({
    height: header.height,
    hash,
    /** Empty in the first block of a chain. */
    parentHash: header.last_block_id.hash,
    /** Root of the results of the block before; checked against the hash by {@link readResultsHash} alone. */
    resultsHash: header.last_results_hash,
    header: header as unknown,
  }));
const answer = z.object({ block_metas: z.array(metaAnswer) });

export type HeaderMeta = z.output<typeof metaAnswer>;

/** @returns null where the node does not have the block (yet, or any more) */
export async function readHeaderAt(node: CosmosConnection, height: number): Promise<HeaderMeta | null> {
  const [header] = await readHeaders(node, height, 1);
  return header ?? null;
}

/**
 * Reads the words of the next block's header of the results of this one.
 * @param listed headers that were read already
 * @returns null where the node has no next block, or it does not follow this one
 * @throws NodeLieError where that header is not the one of its hash
 */
export async function readResultsHash(
  node: CosmosConnection,
  { height, hash }: BlockRef,
  listed: readonly HeaderMeta[],
): Promise<string | null> {
  const next = listed.find((one) => one.height === height + 1) ?? (await readHeaderAt(node, height + 1));
  if (next === null || next.parentHash !== hash) return null;
  const found = checked(node.asked(METHOD), next.header, (header) => headerHash(asWritten(header as ParsedHeader)));
  if (found.toString('hex') !== next.hash)
    throw new NodeLieError(`the header of block ${next.height} is not that of its hash`, node.asked(METHOD));
  return next.resultsHash;
}

type ParsedHeader = Omit<CosmosHeader, 'height'> & { readonly height: number };

function asWritten({ height, ...header }: ParsedHeader): CosmosHeader {
  return { ...header, height: String(height) };
}

/**
 * @returns headers from `first` upward, fewer than `count` where the chain ends before; none where the first is not
 *   there
 * @throws NodeLieError where they do not follow one another
 */
export async function readHeaders(node: CosmosConnection, first: number, count: number): Promise<HeaderMeta[]> {
  const calls: RpcCall[] = [];
  for (let from = first; from < first + count; from += HEADERS_PER_ANSWER) {
    const to = Math.min(first + count, from + HEADERS_PER_ANSWER) - 1;
    // The node takes 0 for "the newest".
    calls.push({ method: METHOD, params: [String(from), String(Math.max(1, to))] });
  }
  const asked = node.asked(METHOD);
  const answers = await node.batch(METHOD, calls, (outcome, index) => {
    const [from, to] = calls[index]?.params ?? [];
    try {
      return node.readOutcome(METHOD, outcome, (value) => inRange(value, Number(from), Number(to)));
    } catch (error) {
      if (error instanceof BlockNotFoundError) return [];
      throw error;
    }
  });
  const headers: HeaderMeta[] = [];
  for (const header of answers.flat()) {
    if (header.height !== first + headers.length) break;
    const parent = headers.at(-1);
    if (parent !== undefined && header.parentHash !== parent.hash) {
      throw new NodeLieError(`block ${header.height} does not follow the one before it`, asked);
    }
    headers.push(header);
  }
  return headers;
}

function inRange(value: unknown, from: number, to: number): HeaderMeta[] {
  const { block_metas: headers } = answer.parse(value);
  return headers.filter(({ height }) => height >= from && height <= to).sort((one, other) => one.height - other.height);
}
