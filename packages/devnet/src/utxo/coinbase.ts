import { type Destination, nulldata, script } from './destination.js';
import { merkleRoot, sha256d } from './hash.js';
import type { TransactionDraft } from './utxo-transaction.js';

const RESERVED = Buffer.alloc(32);

/** BIP34: the block height as the first part of the coinbase script, a minimal script number: an opcode or a push. */
function heightPush(height: number): number | Buffer {
  if (height <= 16) return height === 0 ? 0 : 0x50 + height;
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest & 255);
  if ((bytes.at(-1) as number) & 0x80) bytes.push(0);
  return Buffer.from(bytes);
}

/** BIP141: OP_RETURN push36 aa21a9ed SHA256d(witness Merkle root ‖ reserved value), over all but the coinbase. */
export function commitmentScript(wtxids: readonly Buffer[]): Buffer {
  const root = merkleRoot([RESERVED, ...wtxids]);
  return script(0x6a, Buffer.concat([Buffer.from('aa21a9ed', 'hex'), sha256d(Buffer.concat([root, RESERVED]))]));
}

/** The input of a coinbase. */
function coinbaseInput(scriptSig: Buffer, witness: readonly Buffer[] = []): TransactionDraft['inputs'][number] {
  return { txid: RESERVED, vout: 0xffffffff, sequence: 0xffffffff, unlocking: { scriptSig, witness } };
}

/**
 * Coinbase of a genesis block: a message, in front of which stand bits and extra nonce, and an output to a bare key.
 */
export function genesisCoinbase(prefix: string, message: string, publicKey: string, value: bigint): TransactionDraft {
  const text = Buffer.from(message);
  const key = Buffer.from(publicKey, 'hex');
  const scriptSig = Buffer.concat([Buffer.from(prefix, 'hex'), script(text)]);
  const destination: Destination = { type: 'pubkey', script: script(key, 0xac), wallet: -1, reveal: key };
  const inputs = [coinbaseInput(scriptSig)];
  return { kind: 'coinbase', version: 1, lockTime: 0, inputs, spends: [], outputs: [{ value, destination }] };
}

export interface CoinbaseFields {
  readonly height: number;
  /** Makes two coinbases of one height differ: which branch it is on. */
  readonly branch: number;
  readonly payouts: readonly { readonly value: bigint; readonly destination: Destination }[];
  /** Script of the witness commitment, required as soon as a transaction has a witness; null to leave it out. */
  readonly commitment: Buffer | null;
}

export function draftCoinbase({ height, branch, payouts, commitment }: CoinbaseFields): TransactionDraft {
  const branchBytes = Buffer.alloc(4);
  branchBytes.writeUInt32LE(branch);
  const scriptSig = script(heightPush(height), Buffer.from('/demo network/'), branchBytes);
  const outputs = [...payouts];
  if (commitment) outputs.push({ value: 0n, destination: nulldata(commitment) });
  return {
    kind: 'coinbase',
    version: 2,
    lockTime: 0,
    spends: [],
    inputs: [coinbaseInput(scriptSig, commitment ? [RESERVED] : [])],
    outputs,
  };
}
