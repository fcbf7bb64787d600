/** Nodes' answers about blocks that are made by hand, and readers of decoded columns. */

import type { BlockRef, EvmChain, EvmChainNetwork } from '../../src/chain.js';
import { TOKEN_STANDARDS } from '../../src/evm/evm-block.js';
import {
  type EvmBlock,
  type EvmBlockAnswers,
  type InternalBlock,
  NO_NUMBER,
  TRANSFER_KINDS,
  type TracedBlockRef,
} from '../../src/index.js';
import { arb } from '../../src/params/arb.js';
import { base } from '../../src/params/base.js';
import { eth } from '../../src/params/eth.js';
import { op } from '../../src/params/op.js';

type Fields = Readonly<Record<string, unknown>>;

export function evmPlace(chain: EvmChain, network = 'mainnet'): EvmChainNetwork {
  const found = chain.networks.find(({ name }) => name === network);
  if (found === undefined) throw new Error(`${chain.code} has no network ${network}`);
  return { family: 'evm', chain, network: found };
}

export const ETH = evmPlace(eth);
export const OP = evmPlace(op);
export const BASE = evmPlace(base);
export const ARB = evmPlace(arb);

export const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
/** 20 bytes that end in `n`. */
export const address = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`;
export const hash = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;
export const word = (value: bigint | number | string): string =>
  (typeof value === 'string' ? value.replace('0x', '') : value.toString(16)).padStart(64, '0');
export const topic = (value: bigint | number | string): string => `0x${word(value)}`;

export const REF: TracedBlockRef = { height: 20_000_000, hash: 'b'.repeat(64), time: 1_700_000_000 };

const MINER = address(0xfee);
export const SENDER = address(0xa1);
export const RECIPIENT = address(0xb2);

/** A transaction of 21,000 gas at a price of 10, of which the base fee is 4. */
export interface MadeTransaction {
  readonly transaction?: Fields;
  readonly receipt?: Fields;
  readonly logs?: readonly Fields[];
}

export function blockAnswers(
  made: readonly MadeTransaction[],
  { ref = REF, block = {}, uncles = null }: { ref?: BlockRef; block?: Fields; uncles?: unknown } = {},
): EvmBlockAnswers {
  const blockHash = `0x${ref.hash}`;
  let logIndex = 0;
  const transactions = made.map(({ transaction }, i) => ({
    ...{ blockHash, blockNumber: hex(ref.height), transactionIndex: hex(i), hash: hash(0x1000 + i) },
    ...{
      from: SENDER,
      to: RECIPIENT,
      value: '0x0',
      nonce: hex(i),
      gas: hex(50_000),
      gasPrice: '0xa',
      type: '0x2',
      input: '0x',
    },
    ...transaction,
  }));
  const receipts = made.map(({ receipt, logs = [] }, i) => ({
    ...{ blockHash, transactionHash: transactions[i]!.hash, transactionIndex: hex(i), contractAddress: null },
    ...{ gasUsed: hex(21_000), effectiveGasPrice: '0xa', logsBloom: `0x${'0'.repeat(512)}`, status: '0x1' },
    logs: logs.map((log) => ({ address: address(0xc0), topics: [], data: '0x', logIndex: hex(logIndex++), ...log })),
    ...receipt,
  }));
  const header = {
    ...{ hash: blockHash, number: hex(ref.height), parentHash: hash(0xaa), timestamp: hex(REF.time), size: hex(1_234) },
    ...{ miner: MINER, baseFeePerGas: '0x4', uncles: [], transactions },
    ...block,
  };
  return {
    block: envelope(header),
    receipts: envelope(receipts),
    uncles: uncles === null ? null : Buffer.from(JSON.stringify(uncles)),
  };
}

export function envelope(result: unknown): Buffer {
  return Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
}

/** The address with this number, lower case. */
export function keyText({ keys }: EvmBlock | InternalBlock, number: number): string | null {
  if (number === NO_NUMBER) return null;
  return `0x${Buffer.from(keys.bytes.subarray(keys.starts[number], keys.starts[number + 1])).toString('hex')}`;
}

/** The transfers of an entry: kind, from, to, amount, then of tokens contract, standard and id. */
export function transfersOf(block: EvmBlock | InternalBlock, entry: number): unknown[][] {
  const { start, kind, from, to, amount, asset, standard, tokenId } = block.transfers;
  return range(start[entry]!, start[entry + 1]!).map((i) => {
    const coin = [TRANSFER_KINDS[kind[i]!], keyText(block, from[i]!), keyText(block, to[i]!), amount[i]];
    if (asset[i] === NO_NUMBER) return coin;
    const token = [keyText(block, asset[i]!), TOKEN_STANDARDS[standard[i]!]];
    return tokenId[i] === null ? [...coin, ...token] : [...coin, ...token, tokenId[i]];
  });
}

/** The effects of an entry: address to [delta, received]. */
export function effectsOf(block: EvmBlock | InternalBlock, entry: number): Record<string, unknown> {
  const { start, address: touched, delta, received } = block.effects;
  return Object.fromEntries(
    range(start[entry]!, start[entry + 1]!).map((i) => [keyText(block, touched[i]!), [delta[i], received[i]]]),
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
