/** Conversations that ethereum/execution-apis recorded with a node, and the chain that the node had. */
import { decodeRlp, encodeRlp, keccak256, Transaction } from 'ethers';
import { listVectors, readVector } from './vectors.js';

const FOLDER = 'eth/rpc-compat';

/** Answer of the node in a recording, as it came. */
export function recordedAnswer(path: string): Buffer {
  const text = readVector(`${FOLDER}/${path}.io`).toString('utf8');
  const line = text.split('\n').find((candidate) => candidate.startsWith('<< '));
  if (line === undefined) throw new Error(`no answer in ${path}`);
  return Buffer.from(line.slice(3));
}

// biome-ignore lint/suspicious/noExplicitAny: whatever shape the node's answer has
export function recordedResult(path: string): any {
  return JSON.parse(recordedAnswer(path).toString('utf8')).result;
}

export function recordings(folder: string): string[] {
  return listVectors(`${FOLDER}/${folder}`, '.io').map((name) => `${folder}/${name.replace(/\.io$/, '')}`);
}

type Item = string | Item[];

/**
 * The transactions of every block of the node's chain, by the block's hash, read by ethers from what the network
 * exchanges.
 */
export function recordedChain(): Map<string, Transaction[]> {
  const bytes = readVector(`${FOLDER}/chain.rlp`);
  const length = bytes.length.toString(16).padStart(6, '0');
  // The blocks lie one behind the other: as one list they are one item.
  const blocks = decodeRlp(`0xfa${length}${bytes.toString('hex')}`) as unknown as Item[][];
  return new Map(
    blocks.map(([header, transactions]) => [
      keccak256(encodeRlp(header as never)),
      (transactions as Item[]).map((item) =>
        Transaction.from(typeof item === 'string' ? item : encodeRlp(item as never)),
      ),
    ]),
  );
}
