/** Blocks of a Cosmos chain: what is in them, their headers and hashes (cometbft types/block.go). */
import { merkleRoot, sha256 } from './bytes/merkle.js';
import { bytes, join, message, timestamp, uint } from './bytes/proto.js';

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

/** What a block does, in the order of the ledger. */
export interface BlockContent {
  readonly begin: readonly CosmosEvent[];
  readonly transactions: readonly CosmosTx[];
  readonly end: readonly CosmosEvent[];
}

export interface CosmosHeader {
  readonly chainId: string;
  readonly height: number;
  /** Unix time. */
  readonly nanoseconds: bigint;
  /** Of the block below; empty for the first one. */
  readonly lastHash: Buffer;
  readonly lastCommitHash: Buffer;
  readonly dataHash: Buffer;
  readonly appHash: Buffer;
  readonly lastResultsHash: Buffer;
}

export interface CosmosBlock {
  readonly header: CosmosHeader;
  readonly hash: Buffer;
  readonly content: BlockContent;
}

export const EMPTY_HASH = sha256();
/** One validator proposes and signs everything. */
export const VALIDATOR_KEY = sha256(Buffer.from('validator'));
export const VALIDATOR_ADDRESS = sha256(VALIDATOR_KEY).subarray(0, 20);
/** `version.block` of 0.34 to 0.38 (cometbft version/version.go). */
export const BLOCK_PROTOCOL = 11;
export const VALIDATORS_HASH = merkleRoot([join(message(1, join(bytes(1, VALIDATOR_KEY))), uint(2, 100))]);
export const CONSENSUS_HASH = sha256(Buffer.from('consensus parameters'));

export function txid(tx: Uint8Array): Buffer {
  return sha256(tx);
}

/** `data_hash`: leaves are the transactions' ids. */
export function dataHash(transactions: readonly Pick<CosmosTx, 'bytes'>[]): Buffer {
  return merkleRoot(transactions.map((each) => txid(each.bytes)));
}

/** What the next header says of this block's results. Events are not in it. */
export function resultsHash(transactions: readonly CosmosTx[]): Buffer {
  return merkleRoot(
    transactions.map(({ code, data, gasWanted, gasUsed }) =>
      join(
        uint(1, code),
        bytes(2, Buffer.from(data ?? '', 'base64')),
        uint(5, BigInt(gasWanted)),
        uint(6, BigInt(gasUsed)),
      ),
    ),
  );
}

/** The only signature in the commit of a block. */
export function commitSignature(blockHash: Buffer): Buffer {
  return Buffer.concat([sha256(blockHash, VALIDATOR_KEY), sha256(VALIDATOR_KEY, blockHash)]);
}

export function commitHash(blockHash: Buffer, nanoseconds: bigint): Buffer {
  return merkleRoot([
    join(
      uint(1, 2),
      bytes(2, VALIDATOR_ADDRESS),
      message(3, timestamp(nanoseconds)),
      bytes(4, commitSignature(blockHash)),
    ),
  ]);
}

/** Of a block cut into one part. */
export function partsHash(blockHash: Buffer): Buffer {
  return sha256(Buffer.from('parts'), blockHash);
}

/** What is hashed of a header beside {@link CosmosHeader}; other chains have others. */
export interface HeaderConstants {
  readonly lastParts: { readonly total: number; readonly hash: Buffer };
  readonly validatorsHash: Buffer;
  readonly nextValidatorsHash: Buffer;
  readonly consensusHash: Buffer;
  readonly evidenceHash: Buffer;
  readonly proposer: Buffer;
}

/** Header.Hash: the Merkle root of its fields, each in protobuf. */
export function headerHash(header: CosmosHeader, constants: HeaderConstants): Buffer {
  const wrapped = (value: Buffer): Buffer => join(bytes(1, value));
  const { total, hash } = constants.lastParts;
  return merkleRoot([
    join(uint(1, BLOCK_PROTOCOL)),
    join(bytes(1, header.chainId)),
    join(uint(1, header.height)),
    timestamp(header.nanoseconds),
    join(bytes(1, header.lastHash), message(2, join(uint(1, total), bytes(2, hash)))),
    wrapped(header.lastCommitHash),
    wrapped(header.dataHash),
    wrapped(constants.validatorsHash),
    wrapped(constants.nextValidatorsHash),
    wrapped(constants.consensusHash),
    wrapped(header.appHash),
    wrapped(header.lastResultsHash),
    wrapped(constants.evidenceHash),
    wrapped(constants.proposer),
  ]);
}

/** Of the chains that are simulated. */
export function constantsOf({ lastHash }: CosmosHeader): HeaderConstants {
  const isFirst = lastHash.length === 0;
  return {
    lastParts: isFirst ? { total: 0, hash: Buffer.alloc(0) } : { total: 1, hash: partsHash(lastHash) },
    validatorsHash: VALIDATORS_HASH,
    nextValidatorsHash: VALIDATORS_HASH,
    consensusHash: CONSENSUS_HASH,
    evidenceHash: EMPTY_HASH,
    proposer: VALIDATOR_ADDRESS,
  };
}
