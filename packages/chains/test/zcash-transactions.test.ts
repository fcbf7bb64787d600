import { readFileSync } from 'node:fs';
import {
  decodeUtxoTransaction,
  displayHash,
  requireUtxoChain,
  SHIELDED_POOLS,
  type UtxoTransactions,
} from '@chaintrail/chains';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compactSize, i64, sha256d } from './support/wire.js';
import { ironwoodDigest, referenceTxid } from './support/zcash-reference-txid.js';
import {
  type ActionBundle,
  coinbaseInput,
  joinSplits,
  type ModernTransaction,
  modernTransactionBytes,
  NO_ACTIONS,
  NO_SAPLING,
  overwintered,
  payment,
  transparentPart,
  u32,
} from './support/zcash-wire.js';

const zec = requireUtxoChain('zec');
const decode = (bytes: Buffer): UtxoTransactions => decodeUtxoTransaction(zec, bytes)!;
const poolsOf = ({ poolDeltas }: UtxoTransactions, tx = 0) =>
  Object.fromEntries(SHIELDED_POOLS.map((pool, i) => [pool, poolDeltas![tx * SHIELDED_POOLS.length + i]]));
const none = { sprout: 0n, sapling: 0n, orchard: 0n, ironwood: 0n };

const spend = { txid: Buffer.alloc(32, 0xab), vout: 3, script: Buffer.alloc(107, 1), sequence: 0xffff_fffe };
const transparent = transparentPart({ inputs: [spend], outputs: [payment] });

describe('transactions to version 4', () => {
  const lock = u32(500_000);
  const expiry = u32(500_040);
  const moved = [[1_000n, 0n] as const, [0n, 250n] as const];
  const sapling = (balance: bigint, spends: number, outputs: number) =>
    Buffer.concat([
      ...[i64(balance), compactSize(spends), Buffer.alloc(384 * spends, 5)],
      ...[compactSize(outputs), Buffer.alloc(948 * outputs, 6)],
    ]);

  it.each<[string, number, Buffer[], Partial<typeof none>]>([
    ['1', 1, [u32(1), transparent, lock], {}],
    ['2', 2, [u32(2), transparent, lock, joinSplits([], 1802)], {}],
    ['2 with JoinSplits', 2, [u32(2), transparent, lock, joinSplits(moved, 1802)], { sprout: 750n }],
    ['3', 3, [overwintered(3), transparent, lock, expiry, joinSplits(moved, 1802)], { sprout: 750n }],
    ['4', 4, [overwintered(4), transparent, lock, expiry, sapling(0n, 0, 0), joinSplits([], 1698)], {}],
    [
      '4 with everything',
      4,
      [overwintered(4), transparent, lock, expiry, sapling(-77n, 2, 1), joinSplits(moved, 1698), Buffer.alloc(64)],
      { sprout: 750n, sapling: 77n },
    ],
    [
      '4 with shielded parts only',
      4,
      [overwintered(4), Buffer.of(0, 0), lock, expiry, sapling(10_000n, 1, 2), joinSplits([], 1698), Buffer.alloc(64)],
      { sapling: -10_000n },
    ],
  ])('version %s', (_title, version, parts, pools) => {
    const bytes = Buffer.concat(parts);
    const read = decode(bytes);
    expect(read.txids).toEqual(sha256d(bytes));
    expect(read.txVersion[0]).toBe(version);
    expect(read.lockTime[0]).toBe(500_000);
    expect([read.txSize[0], read.txWeight[0]]).toEqual([bytes.length, 4 * bytes.length]);
    expect(poolsOf(read)).toEqual({ ...none, ...pools });
  });
});

const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Buffer.from(bytes));
/** Long fields from a few random bytes: what differs between two matters, not how random they are. */
const longField = (length: number) =>
  fc.tuple(fc.nat(255), fc.nat(255)).map(([a, b]) => Buffer.from(Array.from({ length }, (_, i) => (a + b * i) & 0xff)));
const MAX_MONEY = 2_100_000_000_000_000n;
const balance = fc.bigInt({ min: -MAX_MONEY, max: MAX_MONEY });
const actionBundle: fc.Arbitrary<ActionBundle> = fc.record({
  actions: fc.array(longField(820), { maxLength: 3 }),
  flags: fc.nat(7),
  balance,
  anchor: bytesOf(32),
});
const modernTransaction: fc.Arbitrary<ModernTransaction> = fc.record({
  version: fc.constantFrom(5, 6),
  branch: fc.nat(0xffff_ffff),
  lockTime: fc.nat(0xffff_ffff),
  expiry: fc.nat(499_999_999),
  inputs: fc.array(
    fc.record({ txid: bytesOf(32), vout: fc.nat(9), script: longField(300), sequence: fc.nat(0xffff_ffff) }),
    { maxLength: 3 },
  ),
  outputs: fc.array(fc.record({ value: fc.bigInt({ min: 0n, max: MAX_MONEY }), script: longField(25) }), {
    maxLength: 3,
  }),
  sapling: fc.record({
    spends: fc.array(longField(96), { maxLength: 3 }),
    outputs: fc.array(longField(756), { maxLength: 3 }),
    balance,
    anchor: bytesOf(32),
  }),
  orchard: actionBundle,
  ironwood: actionBundle,
});

describe('transactions of version 5 and 6', () => {
  it('are read as they were written, with ids as ZIP 244 and ZIP 229 have them', () => {
    fc.assert(
      fc.property(modernTransaction, (tx) => {
        const bytes = modernTransactionBytes(tx);
        const read = decode(bytes);
        expect(read.txids.toString('hex')).toBe(referenceTxid(tx).toString('hex'));
        expect([read.txVersion[0], read.lockTime[0], read.txSize[0]]).toEqual([tx.version, tx.lockTime, bytes.length]);
        tx.inputs.forEach(({ txid, vout }, i) => {
          expect(displayHash(bytes, read.inputPrevTxidOffset[i])).toBe(displayHash(txid));
          expect(read.inputPrevVout[i]).toBe(vout);
        });
        expect([...read.inputStart]).toEqual([0, tx.inputs.length]);
        expect([...read.outputValue]).toEqual(tx.outputs.map(({ value }) => value));
        tx.outputs.forEach(({ script }, i) => {
          const at = read.outputScriptOffset[i]!;
          expect(bytes.subarray(at, at + read.outputScriptLength[i]!)).toEqual(script);
        });
        const { sapling, orchard, ironwood } = tx;
        const hasSapling = sapling.spends.length + sapling.outputs.length > 0;
        expect(poolsOf(read)).toEqual({
          sprout: 0n,
          sapling: hasSapling ? -sapling.balance : 0n,
          orchard: orchard.actions.length > 0 ? -orchard.balance : 0n,
          ironwood: tx.version === 6 && ironwood.actions.length > 0 ? -ironwood.balance : 0n,
        });
      }),
      { numRuns: 150 },
    );
  });

  const empty: ModernTransaction = {
    version: 6,
    branch: 0x37a5_165b,
    lockTime: 0,
    expiry: 0,
    inputs: [],
    outputs: [],
    sapling: NO_SAPLING,
    orchard: NO_ACTIONS,
    ironwood: NO_ACTIONS,
  };
  const action = { ...NO_ACTIONS, actions: [Buffer.alloc(820, 9)] };

  // The vectors were made before version 6 had its group.
  const vectorGroup = 0xffff_ffff;
  const vector = { ...empty, branch: 0xffff_ffff };

  it('the reference gives the id of the ZIP 229 vector without parts', () => {
    const { lockTime, expiry } = { lockTime: 0xe852_ce51, expiry: 0x0f5f_0e5c };
    const bytes = Buffer.from('51ce52e85c0e5f0f', 'hex');
    expect([bytes.readUInt32LE(0), bytes.readUInt32LE(4)]).toEqual([lockTime, expiry]);
    expect(referenceTxid({ ...vector, lockTime, expiry }, vectorGroup).toString('hex')).toBe(
      'c2f2f45f086c3e1d55a2f057819853a036d51647b4a4271bef8faac3d1edbecb',
    );
  });

  it('the reference gives the id of the ZIP 229 vector with Ironwood', () => {
    const fixture = JSON.parse(
      readFileSync(new URL('./fixtures/zcash-v6-ironwood.json', import.meta.url), 'utf8'),
    ) as Record<'action' | 'txid' | 'ironwoodDigest', string> &
      Record<'flags' | 'balance' | 'lockTime' | 'expiry', number>;
    const { lockTime, expiry, flags } = fixture;
    const actions = [Buffer.from(fixture.action, 'hex')];
    const ironwood = { ...NO_ACTIONS, actions, flags, balance: BigInt(fixture.balance) };
    expect(ironwoodDigest(ironwood).toString('hex')).toBe(fixture.ironwoodDigest);
    const tx = { ...vector, lockTime, expiry, ironwood };
    expect(referenceTxid(tx, vectorGroup).toString('hex')).toBe(fixture.txid);
    const own = { ...tx, branch: empty.branch };
    expect(decode(modernTransactionBytes(own)).txids).toEqual(referenceTxid(own));
  });

  it('have ids that do not depend on anchors in version 6, and do in version 5', () => {
    const sapling = { ...NO_SAPLING, spends: [Buffer.alloc(96, 1)] };
    const moved = (part: { readonly anchor: Buffer }) => ({ ...part, anchor: Buffer.alloc(32, 0x77) });
    for (const version of [5, 6] as const) {
      const tx: ModernTransaction = { ...empty, version, sapling, orchard: action, ironwood: action };
      const before = decode(modernTransactionBytes(tx)).txids;
      for (const part of ['sapling', 'orchard'] as const) {
        const after = decode(modernTransactionBytes({ ...tx, [part]: moved(tx[part]) })).txids;
        expect(after.equals(before), `${part} of version ${version}`).toBe(version === 6);
      }
    }
  });

  it('may be a coinbase that pays into a pool only', () => {
    const tx = { ...empty, inputs: [coinbaseInput], ironwood: { ...action, balance: -156_250_000n } };
    const read = decode(modernTransactionBytes(tx));
    expect([...read.outputStart]).toEqual([0, 0]);
    expect(poolsOf(read)).toEqual({ ...none, ironwood: 156_250_000n });
  });

  it('may have padded proofs in version 5, from before that was forbidden, and may not in version 6', () => {
    const padded = { ...action, proofBytes: 5_000 };
    expect(decode(modernTransactionBytes({ ...empty, version: 5, orchard: padded })).txCount).toBe(1);
    const message = 'a proof of 1 actions has 5000 bytes, not 4992';
    expect(() => decode(modernTransactionBytes({ ...empty, orchard: padded }))).toThrow(message);
    expect(() => decode(modernTransactionBytes({ ...empty, ironwood: padded }))).toThrow(message);
  });
});
