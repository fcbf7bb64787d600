/** Receipts and traces of a block, one call for each transaction, put together as one answer. */
import { NodeError, TooLargeError } from '../../errors.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { readResult } from '../../json/rpc-envelope.js';
import { inBatches } from '../../rpc/batches.js';
import type { EvmConnection } from './evm-connection.js';

const METHOD = 'eth_getTransactionReceipt';

/** In batches, parsed: for nodes that offer no other way. @throws TooLargeError for one that is too large for a batch */
export async function readReceiptsInBatches(node: EvmConnection, block: Buffer): Promise<Buffer> {
  const asked = node.asked(METHOD);
  const calls = transactionHashes(block).map((hash) => ({ method: METHOD, params: [hash] }));
  const receipts = await node.batch(METHOD, calls, (outcome) => {
    const receipt = node.resultOf(asked, outcome);
    if (receipt === null) throw new NodeError('a receipt is not there (yet)', true, asked);
    return Buffer.from(JSON.stringify(receipt));
  });
  return asList(receipts);
}

/** One by one and unparsed, of any size: a string of JavaScript ends at 512 MiB. @param maxBytes of all together */
export async function readReceiptsOneByOne(node: EvmConnection, block: Buffer, maxBytes: number): Promise<Buffer> {
  const params = transactionHashes(block).map((hash) => [hash]);
  return asList(await readOneByOne(node, METHOD, params, maxBytes));
}

/**
 * A call for each of `params`, a few at a time. @returns the bytes of their results
 * @throws TooLargeError where they have more than `maxBytes` together, NodeError, retryable, for one that is null
 */
export async function readOneByOne(
  node: EvmConnection,
  method: string,
  params: readonly (readonly unknown[])[],
  maxBytes: number,
  extraTimeoutMs = 0,
): Promise<Buffer[]> {
  const asked = node.asked(method);
  let left = maxBytes;
  const read = async (of: readonly unknown[]): Promise<Buffer> => {
    const { body } = await node.retrying(method, async () => {
      const answer = await node.rpc.callRaw(method, of, { maxBytes: left, extraTimeoutMs });
      if (answer.kind === 'null') throw new NodeError(`that of ${String(of[0])} is not there (yet)`, true, asked);
      return answer;
    });
    left -= body.length;
    if (left <= 0) throw new TooLargeError(`the answers are larger than ${maxBytes} bytes together`, false, asked);
    return resultOf(body);
  };
  return inBatches(params, 1, (batch) => Promise.all(batch.map(read)));
}

/** Puts results together as one answer. */
export function asList(results: readonly Buffer[]): Buffer {
  const parts = results.flatMap((result, index) => (index === 0 ? [result] : [Buffer.from(','), result]));
  return Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"result":['), ...parts, Buffer.from(']}')]);
}

function resultOf(body: Buffer): Buffer {
  return readResult(body, 'receipt', (json) => {
    const from = json.at;
    json.skip();
    return body.subarray(from, json.at);
  });
}

const BLOCK_NAMES = new MemberNames(['transactions']);
const TRANSACTION_NAMES = new MemberNames(['hash']);
const HASH = /^0x[0-9a-f]{64}$/i;

/** @throws DecodeError for an answer without them */
function transactionHashes(block: Buffer): string[] {
  const hashes: string[] = [];
  readResult(block, 'block', (json) => {
    for (let more = json.enterObject(); more; more = json.nextMember()) {
      if (json.name(BLOCK_NAMES) === null) json.skip();
      else for (let next = json.enterArray(); next; next = json.nextElement()) hashes.push(readHashOf(json));
    }
  });
  return hashes;
}

function readHashOf(json: JsonCursor): string {
  let hash = '';
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    if (json.name(TRANSACTION_NAMES) === null) json.skip();
    else {
      json.string();
      hash = json.bytes.toString('latin1', json.from, Math.min(json.to, json.from + 66));
    }
  }
  return HASH.test(hash) ? hash : json.fail('a transaction without its hash');
}
