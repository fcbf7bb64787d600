/** Transfers of tokens as their standards log them, read from executed logs with ethers' codec. */
import { AbiCoder, id } from 'ethers';
import type { Log } from '../block/evm-block.js';
import { byteLength, type Hex, ZERO_ADDRESS } from '../bytes/hex.js';

export interface TokenMove {
  readonly asset: Hex;
  readonly standard: 'erc20' | 'erc721' | 'erc1155';
  /** The zero address: from nowhere, or to nowhere. */
  readonly from: Hex;
  readonly to: Hex;
  /** Null for ERC-20. */
  readonly tokenId: bigint | null;
}

/** EIP-7708's emitter tells of the chain's own coin. */
const NATIVE_EMITTER: Hex = '0xfffffffffffffffffffffffffffffffffffffffe';
const NO_ADDRESS = 'no address';
const coder = AbiCoder.defaultAbiCoder();

type Parts = readonly (string | bigint | readonly bigint[])[];

/** @param types of the data: what does not encode to it again is not what it is said to be */
function event(signature: string, topics: number, types: readonly string[]) {
  const topic = id(signature);
  const decode = ({ topics: found, data }: Log): Parts | null => {
    if (found.length !== topics || found[0] !== topic) return null;
    try {
      const parts = [...coder.decode(types, data)];
      return coder.encode(types, parts) === data ? (parts as Parts) : null;
    } catch {
      return null;
    }
  };
  return decode;
}

const TRANSFER = 'Transfer(address,address,uint256)';
const erc20 = event(TRANSFER, 3, ['uint256']);
const erc721 = event(TRANSFER, 4, []);
const unindexed = event(TRANSFER, 1, ['address', 'address', 'uint256']);
const single = event('TransferSingle(address,address,address,uint256,uint256)', 4, ['uint256', 'uint256']);
const batch = event('TransferBatch(address,address,address,uint256[],uint256[])', 4, ['uint256[]', 'uint256[]']);
const deposit = event('Deposit(address,uint256)', 2, ['uint256']);
const withdrawal = event('Withdrawal(address,uint256)', 2, ['uint256']);

/** Moves of tokens by a log; nothing where it keeps to no standard. */
export function tokenMoves(log: Log): TokenMove[] {
  const { address: asset, topics } = log;
  if (asset === NATIVE_EMITTER) return [];
  const party = (topic: number): Hex => partyOf(topics[topic] ?? '');
  const move = (standard: TokenMove['standard'], from: Hex, to: Hex, tokenId: bigint | null): TokenMove[] =>
    from === NO_ADDRESS || to === NO_ADDRESS ? [] : [{ asset, standard, from, to, tokenId }];
  if (erc20(log)) return move('erc20', party(1), party(2), null);
  if (erc721(log)) return byteLength(log.data) > 0 ? [] : move('erc721', party(1), party(2), BigInt(topics[3] ?? 0));
  const told = unindexed(log) as readonly string[] | null;
  if (told) return move('erc20', told[0]?.toLowerCase() ?? '', told[1]?.toLowerCase() ?? '', null);
  if (deposit(log)) return move('erc20', ZERO_ADDRESS, party(1), null);
  if (withdrawal(log)) return move('erc20', party(1), ZERO_ADDRESS, null);
  const one = single(log) as readonly bigint[] | null;
  if (one) return move('erc1155', party(2), party(3), one[0] ?? 0n);
  const [ids = [], amounts = []] = (batch(log) ?? []) as readonly (readonly bigint[])[];
  return ids.length === amounts.length ? ids.flatMap((tokenId) => move('erc1155', party(2), party(3), tokenId)) : [];
}

function partyOf(topic: Hex): Hex {
  return topic.startsWith(`0x${'0'.repeat(24)}`) ? `0x${topic.slice(26)}` : NO_ADDRESS;
}
