/** Decodes transactions: signed ones, and those that validators inject without signatures. */
import { hash160Into } from '../bytes/hash.js';
import type { CosmosNetwork } from '../chain.js';
import type { CosmosMessage } from './cosmos-block.js';
import { sha256 } from './header-hash.js';
import { storableText } from './json-text.js';
import { readMessage } from './messages.js';
import { bytesOf, manyOf, numberOf, ProtobufError, readFields } from './protobuf.js';

export interface CosmosTransaction {
  /** Address key of the first signer; null where nobody signed, or it cannot be read. */
  readonly from: Buffer | null;
  readonly memo: string | null;
  readonly messages: readonly CosmosMessage[];
}

const UNREADABLE: CosmosTransaction = { from: null, memo: null, messages: [] };

/** An unreadable transaction has no content. Its events move coins all the same. */
export function decodeCosmosTransaction(bytes: Buffer, network: CosmosNetwork): CosmosTransaction {
  try {
    return read(bytes, network);
  } catch (error) {
    if (error instanceof ProtobufError) return UNREADABLE;
    throw error;
  }
}

/**
 * `TxRaw {body_bytes = 1, auth_info_bytes = 2, signatures = 3}`, `TxBody {messages = 1, memo = 2}`, `AuthInfo
 * {signer_infos = 1}`; or `InjectTx {messages = 1}`. Source: cosmos-sdk cosmos/tx/v1beta1/tx.proto, thornode
 * x/thorchain/ebifrost/tx.go
 */
function read(bytes: Buffer, network: CosmosNetwork): CosmosTransaction {
  const fields = readFields(bytes);
  if (fields.every(({ number }) => number === 1)) {
    return { ...UNREADABLE, messages: manyOf(fields, 1).map((any) => readMessage(any, network).message) };
  }
  const body = readFields(bytesOf(fields, 1));
  const read = manyOf(body, 1).map((any) => readMessage(any, network));
  const messages = read.map(({ message }) => message);
  // The memo of a deposit is in the deposit itself.
  const memos = messages.map(({ memo }) => memo).filter((memo) => typeof memo === 'string');
  const memo = [...memos, bytesOf(body, 2).toString('utf8')].find((text) => text !== '');
  return {
    from: read[0]?.signer ?? firstSigner(bytesOf(fields, 2)),
    memo: memo === undefined ? null : storableText(memo),
    messages,
  };
}

function firstSigner(authInfo: Buffer): Buffer | null {
  const [info] = manyOf(readFields(authInfo), 1);
  return info === undefined ? null : keyOfPublicKey(bytesOf(readFields(info), 1));
}

const COMPRESSED_KEY_BYTES = 33;
const ED25519_KEY_BYTES = 32;
const ADDRESS_BYTES = 20;

/** @param any `google.protobuf.Any`, empty where the chain has the key already; null for keys of other kinds */
function keyOfPublicKey(any: Buffer): Buffer | null {
  const fields = readFields(any);
  const key = readFields(bytesOf(fields, 2));
  switch (bytesOf(fields, 1).toString('latin1')) {
    case '/cosmos.crypto.secp256k1.PubKey': {
      const point = bytesOf(key, 1);
      if (point.length !== COMPRESSED_KEY_BYTES) return null;
      const address = Buffer.alloc(ADDRESS_BYTES);
      hash160Into(point, address, 0);
      return address;
    }
    case '/cosmos.crypto.ed25519.PubKey': {
      const point = bytesOf(key, 1);
      return point.length === ED25519_KEY_BYTES ? sha256(point).subarray(0, ADDRESS_BYTES) : null;
    }
    case '/cosmos.crypto.multisig.LegacyAminoPubKey':
      return keyOfMultisig(numberOf(key, 1), manyOf(key, 2));
    default:
      return null;
  }
}

/** Amino's names of a threshold key and of secp256k1. Source: cosmos-sdk crypto/codec/amino.go */
const AMINO_MULTISIG = Buffer.from('22c1f7e2', 'hex');
const AMINO_SECP256K1 = Buffer.from('eb5ae98721', 'hex');

/** SHA-256 of its members in Amino. Source: cosmos-sdk crypto/keys/multisig/multisig.go Address */
function keyOfMultisig(threshold: bigint, members: readonly Buffer[]): Buffer | null {
  if (threshold < 1n || threshold > 0x7fn) return null;
  const parts: Buffer[] = [AMINO_MULTISIG, Buffer.from([0x08, Number(threshold)])];
  for (const member of members) {
    const fields = readFields(member);
    const point = bytesOf(readFields(bytesOf(fields, 2)), 1);
    const isSecp256k1 = bytesOf(fields, 1).toString('latin1') === '/cosmos.crypto.secp256k1.PubKey';
    if (!isSecp256k1 || point.length !== COMPRESSED_KEY_BYTES) return null;
    parts.push(Buffer.from([0x12, AMINO_SECP256K1.length + point.length]), AMINO_SECP256K1, point);
  }
  return sha256(Buffer.concat(parts)).subarray(0, ADDRESS_BYTES);
}
