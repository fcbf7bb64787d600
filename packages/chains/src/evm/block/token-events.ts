/**
 * The events of token transfers, by the first topic of their logs (keccak-256 of the signature).
 * Sources: EIP-20, EIP-721, EIP-1155; WETH9 (gnosis/canonical-weth contracts/WETH9.sol); larvalabs/cryptopunks
 * contracts/CryptoPunksMarket.sol; ERC-1967.
 */
import { DIGIT } from '../../bytes/hex.js';
import { isHashAt } from '../json/hex-values.js';

export type TokenEvent =
  | 'transfer'
  | 'transferSingle'
  | 'transferBatch'
  | 'deposit'
  | 'withdrawal'
  | 'punkAssigned'
  | 'punkSent'
  | 'punkBought'
  | 'upgraded';

const TOPICS: readonly (readonly [TokenEvent, string])[] = [
  // Transfer(address,address,uint256): of ERC-20 and of ERC-721, which index different arguments.
  ['transfer', 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'],
  // TransferSingle(address,address,address,uint256,uint256)
  ['transferSingle', 'c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'],
  // TransferBatch(address,address,address,uint256[],uint256[])
  ['transferBatch', '4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'],
  // Deposit(address,uint256)
  ['deposit', 'e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'],
  // Withdrawal(address,uint256)
  ['withdrawal', '7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'],
  // Assign(address,uint256)
  ['punkAssigned', '8a0e37b73a0d9c82e205d4d1a3ff3d0b57ce5f4d7bccf6bac03336dc101cb7ba'],
  // PunkTransfer(address,address,uint256)
  ['punkSent', '05af636b70da6819000c49f85b21fa82081c632069bb626f30932034099107d8'],
  // PunkBought(uint256,uint256,address,address)
  ['punkBought', '58e5d5a525e3b40bc15abaa38b5882678db1ee68befd2f60bafe3a7fd06db9e3'],
  // Upgraded(address), of proxies.
  ['upgraded', 'bc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b'],
];

/** By the first byte of the topic, which no two share: nearly all other logs differ in it. */
const EVENTS: ({ readonly event: TokenEvent; readonly topic: Buffer } | undefined)[] = Array(256).fill(undefined);
for (const [event, text] of TOPICS) {
  const topic = Buffer.from(text, 'hex');
  EVENTS[topic[0]!] = { event, topic };
}

/** The event whose topic is the 64 digits at `at`, null where it is none of these. */
export function tokenEventOf(bytes: Uint8Array, at: number): TokenEvent | null {
  const found = EVENTS[(DIGIT[bytes[at]!]! << 4) | DIGIT[bytes[at + 1]!]!];
  return found !== undefined && isHashAt(bytes, at, found.topic, 0) ? found.event : null;
}
