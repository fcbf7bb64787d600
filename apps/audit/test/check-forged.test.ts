import type { AuditedEvmEntry, AuditedEvmTransfer, Session } from '@chaintrail/db';
import { expect, it } from 'vitest';
import { checkForged } from '../src/evm/check-forged.js';
import type { EvmAudit } from '../src/evm/evm-audit.js';
import type { NodeBlock } from '../src/evm/evm-node-block.js';
import { Tally } from '../src/tally.js';

const [ASSET, OWNER, TAKER, SIGNER, NOBODY] = ['c0', '01', '02', '03', '00'].map((byte) => byte.repeat(20)) as [
  ...[string, string, string, string, string],
];
const BLOCK = { number: 90n, hash: 'bb'.repeat(32), parentHash: 'aa'.repeat(32) } as NodeBlock;
/** The index asked for the balance later, and marks nothing. */
const MARKS = [{ askedHeight: 95, forgedTo: null }];
const audit = {
  code: 'eth',
  session: { query: async () => ({ rows: [{ marks: MARKS }] }) } as unknown as Session,
  node: { calls: async (calls: readonly unknown[]) => calls.map(() => Buffer.alloc(32)) },
} as unknown as EvmAudit;

function moved(from: string, to: string): AuditedEvmTransfer {
  return { kind: 'token', from, to, asset: ASSET, standard: 'erc20', amount: '5', tokenId: null };
}

it.each([
  ['claims that a log invented a loss where the balance stays the same', [], 1],
  ['claims nothing where a Deposit of the block brought what was lost', [moved(NOBODY, OWNER)], 0],
  ['claims it where a Deposit brought somebody else some', [moved(NOBODY, TAKER)], 1],
])('%s', async (_, deposits, findings) => {
  const columns = { txid: 'dd'.repeat(32), from: SIGNER } as AuditedEvmEntry['columns'];
  const entries = [{ columns, transfers: [moved(OWNER, TAKER)], internal: [], claims: [] }];
  const expected = [{ columns, transfers: [], claims: deposits.map((transfer) => ({ transfer, isBeside: false })) }];
  const tally = new Tally('transactions', 10);
  await checkForged(audit, tally, BLOCK, entries, expected);
  expect(tally.findings).toBe(findings);
  expect(tally.examples.map(({ problem }) => problem)).toEqual(Array(findings).fill('forged'));
});
