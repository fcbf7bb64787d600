import { type Hex, keccak256, rlpInteger } from '../bytes/hex.js';
import { encodeRlp } from '../bytes/rlp.js';
import type { HeaderField } from './evm-block.js';

/** keccak256(rlp([])): no uncles, as ever since proof of stake. */
const NO_UNCLES: Hex = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

export interface HeaderParts {
  readonly parentHash: Hex;
  readonly miner: Hex;
  readonly stateRoot: Hex;
  readonly transactionsRoot: Hex;
  readonly receiptsRoot: Hex;
  readonly logsBloom: Hex;
  readonly difficulty: number;
  readonly number: number;
  readonly gasLimit: bigint;
  readonly gasUsed: number;
  readonly time: number;
  readonly extraData: Hex;
  readonly mixHash: Hex;
  readonly nonce: Hex;
  readonly baseFee: bigint;
  /** What later forks have added, in their order. */
  readonly later: readonly HeaderField[];
}

/** The fields in the order in which they are hashed (go-ethereum core/types/block.go Header). */
export function headerFields(parts: HeaderParts): HeaderField[] {
  return [
    { name: 'parentHash', value: parts.parentHash },
    { name: 'sha3Uncles', value: NO_UNCLES },
    { name: 'miner', value: parts.miner },
    { name: 'stateRoot', value: parts.stateRoot },
    { name: 'transactionsRoot', value: parts.transactionsRoot },
    { name: 'receiptsRoot', value: parts.receiptsRoot },
    { name: 'logsBloom', value: parts.logsBloom },
    { name: 'difficulty', value: parts.difficulty },
    { name: 'number', value: parts.number },
    { name: 'gasLimit', value: parts.gasLimit },
    { name: 'gasUsed', value: parts.gasUsed },
    { name: 'timestamp', value: parts.time },
    { name: 'extraData', value: parts.extraData },
    { name: 'mixHash', value: parts.mixHash },
    { name: 'nonce', value: parts.nonce },
    { name: 'baseFeePerGas', value: parts.baseFee },
    ...parts.later,
  ];
}

export function encodedHeader(fields: readonly HeaderField[]): Hex {
  return encodeRlp(fields.map(({ value }) => (typeof value === 'string' ? value : rlpInteger(value))));
}

export function headerHash(fields: readonly HeaderField[]): Hex {
  return keccak256(encodedHeader(fields));
}
