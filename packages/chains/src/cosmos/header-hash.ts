/**
 * The hash of a CometBFT header: the Merkle root of its fields, each in Protocol Buffers.
 * Source: cometbft types/block.go Header.Hash, types/encoding_helper.go cdcEncode, crypto/merkle/tree.go
 */
import { HASH_BYTES, sha256Into } from '../bytes/hash.js';

/** A header as JSON-RPC gives it: integers in decimal text, hashes in upper-case hex, RFC 3339 times with ns. */
export interface CosmosHeader {
  readonly version: { readonly block?: string; readonly app?: string };
  readonly chain_id: string;
  readonly height: string;
  readonly time: string;
  readonly last_block_id: { readonly hash: string; readonly parts: { readonly total: number; readonly hash: string } };
  readonly last_commit_hash: string;
  readonly data_hash: string;
  readonly validators_hash: string;
  readonly next_validators_hash: string;
  readonly consensus_hash: string;
  readonly app_hash: string;
  readonly last_results_hash: string;
  readonly evidence_hash: string;
  readonly proposer_address: string;
}

/** 32 bytes. @throws SyntaxError or RangeError for a malformed field */
export function headerHash(header: CosmosHeader): Buffer {
  const { version, last_block_id: last } = header;
  const parts = message(uint(1, last.parts.total), bytes(2, hex(last.parts.hash)));
  const fields = [
    message(uint(1, version.block ?? 0), uint(2, version.app ?? 0)),
    bytes(1, Buffer.from(header.chain_id)),
    uint(1, header.height),
    timestamp(header.time),
    // The part set header is written also where it is empty.
    message(bytes(1, hex(last.hash)), Buffer.from([0x12, parts.length]), parts),
  ];
  const hashes = [
    ...[header.last_commit_hash, header.data_hash, header.validators_hash, header.next_validators_hash],
    ...[
      header.consensus_hash,
      header.app_hash,
      header.last_results_hash,
      header.evidence_hash,
      header.proposer_address,
    ],
  ];
  return merkleRoot([...fields, ...hashes.map((text) => bytes(1, hex(text)))]);
}

const LEAF = Buffer.from([0]);
const INNER = Buffer.from([1]);

/** Root of RFC 6962's tree (SHA-256). */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 0) return sha256(Buffer.alloc(0));
  if (leaves.length === 1) return sha256(message(LEAF, leaves[0] as Buffer));
  const left = 2 ** (31 - Math.clz32(leaves.length - 1));
  return sha256(message(INNER, merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left))));
}

export function sha256(data: Buffer): Buffer {
  const digest = Buffer.allocUnsafe(HASH_BYTES);
  sha256Into(data, digest, 0);
  return digest;
}

const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** Fields with their default are left out. */
export function uint(number: number, value: string | number | bigint): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  if (rest === 0n) return Buffer.alloc(0);
  const written = [number << 3];
  for (; rest > 0x7fn; rest >>= 7n) written.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...written, Number(rest)]);
}

function bytes(number: number, value: Buffer): Buffer {
  if (value.length === 0) return value;
  if (value.length > 0x7f) throw new RangeError('a field of a header is too long');
  return Buffer.concat([Buffer.from([(number << 3) | 2, value.length]), value]);
}

const TIME = /^(.{19})(?:\.(\d{1,9}))?Z$/;

function timestamp(text: string): Buffer {
  const match = TIME.exec(text);
  if (match === null) throw new SyntaxError('a header without its time');
  const seconds = BigInt(Date.parse(`${match[1]}Z`) / 1000);
  return message(uint(1, seconds), uint(2, Number((match[2] ?? '').padEnd(9, '0'))));
}
