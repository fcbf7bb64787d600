/** Blocks of a Cosmos chain: what is in them, their headers and hashes (cometbft types/block.go). */
import { bytes, join, merkleRoot, message, sha256, timestamp, uint } from './block-hashing.js';

export interface CosmosEvent {
  readonly type: string;
  readonly attributes: readonly (readonly [key: string, value: string])[];
}

export interface CosmosTx {
  /** As signed: its SHA-256 is its id. */
  readonly bytes: Buffer;
  readonly code: number;
  readonly codespace: string;
  /** Base64; null for none. */
  readonly data: string | null;
  readonly log: string;
  readonly gasWanted: string;
  readonly gasUsed: string;
  readonly events: readonly CosmosEvent[];
}

/** Content of a block, in the order of the ledger. */
export interface BlockContent {
  readonly begin: readonly CosmosEvent[];
  readonly transactions: readonly CosmosTx[];
  readonly end: readonly CosmosEvent[];
}

/** By their names in answers, in the order in which they are hashed. */
const HASHES = [
  ...(['last_commit_hash', 'data_hash', 'validators_hash', 'next_validators_hash', 'consensus_hash'] as const),
  ...(['app_hash', 'last_results_hash', 'evidence_hash', 'proposer_address'] as const),
] as const;

export interface CosmosHeader {
  readonly chainId: string;
  readonly height: number;
  /** Unix time. */
  readonly nanoseconds: bigint;
  /** Hash of the block below; empty for the first one. */
  readonly lastHash: Buffer;
  readonly lastParts: { readonly total: number; readonly hash: Buffer };
  readonly hashes: Readonly<Record<(typeof HASHES)[number], Buffer>>;
}

export interface CosmosBlock {
  readonly header: CosmosHeader;
  readonly hash: Buffer;
  readonly content: BlockContent;
}

export const EMPTY_HASH = sha256();
/** One validator proposes and signs everything. */
const VALIDATOR_KEY = sha256('validator');
const VALIDATOR_ADDRESS = sha256(VALIDATOR_KEY).subarray(0, 20);
const VALIDATORS_HASH = merkleRoot([join(message(1, join(bytes(1, VALIDATOR_KEY))), uint(2, 100))]);
/** `version.block` of 0.34 to 0.38 (cometbft version/version.go). */
export const BLOCK_PROTOCOL = 11;

/** Hashes that are the same in every header of the chains that are simulated. */
export const CONSTANT_HASHES = {
  ...{ validators_hash: VALIDATORS_HASH, next_validators_hash: VALIDATORS_HASH, evidence_hash: EMPTY_HASH },
  ...{ consensus_hash: sha256('consensus parameters'), proposer_address: VALIDATOR_ADDRESS },
} satisfies Partial<CosmosHeader['hashes']>;

/** `data_hash`: leaves are the transactions' ids. */
export function dataHash(transactions: readonly Pick<CosmosTx, 'bytes'>[]): Buffer {
  return merkleRoot(transactions.map((each) => sha256(each.bytes)));
}

/** Hash of this block's results in the next header. Events are not in it. */
export function resultsHash(transactions: readonly CosmosTx[]): Buffer {
  const results = transactions.map(({ code, data, gasWanted, gasUsed }) => {
    const gas = [uint(5, BigInt(gasWanted)), uint(6, BigInt(gasUsed))];
    return join(uint(1, code), bytes(2, Buffer.from(data ?? '', 'base64')), ...gas);
  });
  return merkleRoot(results);
}

/** Hash of the commit of a block, with its only signature. */
export function commitHash(blockHash: Buffer, nanoseconds: bigint): Buffer {
  const signature = Buffer.concat([sha256(blockHash, VALIDATOR_KEY), sha256(VALIDATOR_KEY, blockHash)]);
  const time = message(3, timestamp(nanoseconds));
  return merkleRoot([join(uint(1, 2), bytes(2, VALIDATOR_ADDRESS), time, bytes(4, signature))]);
}

/** How a block was cut into parts: there is one; none where there is no block. */
export function partsOf(blockHash: Buffer): CosmosHeader['lastParts'] {
  const isNone = blockHash.length === 0;
  return { total: isNone ? 0 : 1, hash: isNone ? blockHash : sha256('parts', blockHash) };
}

/** Header.Hash: the Merkle root of its fields, each in protobuf. */
export function headerHash({ chainId, height, nanoseconds, lastHash, lastParts, hashes }: CosmosHeader): Buffer {
  return merkleRoot([
    uint(1, BLOCK_PROTOCOL),
    bytes(1, chainId),
    uint(1, height),
    timestamp(nanoseconds),
    join(bytes(1, lastHash), message(2, join(uint(1, lastParts.total), bytes(2, lastParts.hash)))),
    ...HASHES.map((name) => bytes(1, hashes[name])),
  ]);
}
