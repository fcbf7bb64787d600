/**
 * Reads one transaction of Zcash, version 1 to 6, into columns.
 *
 *     1, 2   version | inputs | outputs | lock time | [2: JoinSplits]
 *     3      version | group | inputs | outputs | lock time | expiry | JoinSplits
 *     4      version | group | inputs | outputs | lock time | expiry | Sapling | JoinSplits | [binding signature]
 *     5, 6   version | group | branch | lock time | expiry | inputs | outputs | Sapling | Orchard | [6: Ironwood]
 *
 * There is no marker of a witness: a zero where the count of inputs belongs means no transparent inputs. Fully shielded
 * transactions have neither inputs nor outputs here, and a coinbase may pay into a pool only.
 *
 * Source: Zcash Protocol Specification §7.1; ZIP 202, 225, 229; librustzcash zcash_primitives src/transaction/mod.rs.
 */
import { HASH_BYTES, sha256Into } from '../../bytes/hash.js';
import type { ByteReader } from '../../bytes/reader.js';
import { DecodeError } from '../../errors.js';
import { MIN_OUTPUT_BYTES, readInputs, readOutput } from '../read-transaction.js';
import { SHIELDED_POOLS } from '../utxo-block.js';
import type { TransactionColumns } from '../utxo-columns.js';
import {
  type ActionParts,
  JOIN_SPLIT_BYTES,
  readActions,
  readBindingSignature,
  readJoinSplits,
  readSapling,
  readSaplingV4,
  type SaplingParts,
} from './shielded-parts.js';

const OVERWINTERED = 0x8000_0000;
/** Source: zebra zebra-chain/src/parameters/transaction.rs. */
const VERSION_OF_GROUP: ReadonlyMap<number, number> = new Map([
  [0x03c4_8270, 3],
  [0x892f_2085, 4],
  [0x26a7_270a, 5],
  [0xd884_b698, 6],
]);

/** Where a transaction of version 5 or 6 has the parts that its txid covers. */
export interface DigestParts {
  /** Its place in the block. */
  readonly tx: number;
  /** Version, group, branch, lock time and expiry: 20 bytes. */
  readonly headerAt: number;
  readonly inputsEnd: number;
  readonly outputsAt: number;
  readonly outputsEnd: number;
  readonly sapling: SaplingParts;
  readonly orchard: ActionParts;
  /** Null in version 5, which has no such part. */
  readonly ironwood: ActionParts | null;
}

/**
 * Reads the transaction at the cursor into `columns`. What is hashed for its txid is hashed once there, up to version
 * 4.
 * @returns the parts that the txid of version 5 and 6 covers, null for the others.
 * @throws DecodeError for what is no transaction, or of a version that is unknown here.
 */
export function readZcashTransaction(reader: ByteReader, columns: TransactionColumns): DigestParts | null {
  const start = reader.at;
  const header = reader.u32();
  const version = header % OVERWINTERED;
  if (header >= OVERWINTERED) {
    const group = reader.u32();
    if (VERSION_OF_GROUP.get(group) !== version) {
      throw new DecodeError(
        `transaction version ${version} of group ${group.toString(16)} is unknown: a newer release may know it`,
        start,
      );
    }
    if (version >= 5) return readVersion5(reader, columns, start, version);
  } else if (version === 0) {
    throw new DecodeError('a transaction has version 0', start);
  }

  readInputs(reader, columns.inputs);
  readOutputs(reader, columns);
  const lockTime = reader.u32();
  if (header >= OVERWINTERED) reader.skip(4); // expiry
  if (header >= OVERWINTERED && version === 4) readShieldedOfVersion4(reader, columns);
  else if (version >= 2) addToPool(columns, 'sprout', readJoinSplits(reader, JOIN_SPLIT_BYTES.phgr13));
  const size = reader.at - start;
  sha256Into(reader.bytes.subarray(start, reader.at), columns.txids, columns.count * HASH_BYTES);
  columns.push(version, lockTime, size, 4 * size);
  return null;
}

function readShieldedOfVersion4(reader: ByteReader, columns: TransactionColumns): void {
  const sapling = readSaplingV4(reader);
  addToPool(columns, 'sapling', -sapling.balance);
  addToPool(columns, 'sprout', readJoinSplits(reader, JOIN_SPLIT_BYTES.groth16));
  if (sapling.present) readBindingSignature(reader);
}

/** Version 5 and 6, from behind the group. */
function readVersion5(reader: ByteReader, columns: TransactionColumns, start: number, version: number): DigestParts {
  reader.skip(4); // branch
  const lockTime = reader.u32();
  reader.skip(4); // expiry
  readInputs(reader, columns.inputs);
  const inputsEnd = reader.at;
  const outputsAt = readOutputs(reader, columns);
  const outputsEnd = reader.at;
  const sapling = readSapling(reader);
  const orchard = readActions(reader, version > 5);
  const ironwood = version === 5 ? null : readActions(reader, true);
  addToPool(columns, 'sapling', -sapling.balance);
  addToPool(columns, 'orchard', -orchard.balance);
  if (ironwood !== null) addToPool(columns, 'ironwood', -ironwood.balance);
  const tx = columns.count;
  const size = reader.at - start;
  columns.push(version, lockTime, size, 4 * size);
  return { tx, headerAt: start, inputsEnd, outputsAt, outputsEnd, sapling, orchard, ironwood };
}

function addToPool(columns: TransactionColumns, pool: (typeof SHIELDED_POOLS)[number], gain: number): void {
  if (gain === 0 || columns.poolDeltas === null) return;
  columns.poolDeltas[columns.count * SHIELDED_POOLS.length + SHIELDED_POOLS.indexOf(pool)] = BigInt(gain);
}

/** @returns where the first output starts, behind their count */
function readOutputs(reader: ByteReader, { outputs }: TransactionColumns): number {
  const count = reader.count(MIN_OUTPUT_BYTES, 'outputs');
  const start = reader.at;
  outputs.reserve(count);
  for (let i = 0; i < count; i++) readOutput(reader, outputs);
  return start;
}
