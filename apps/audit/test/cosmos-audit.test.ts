import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { AuditInterruptedError } from '../src/audit.js';
import type { AuditOutcome } from '../src/run-audit.js';
import { CosmosAuditFixture } from './cosmos-audit-fixture.js';
import { problemsOf } from './indexed-fixture.js';

let fixture: CosmosAuditFixture;
/** Worlds of 12 blocks for tests that change nothing but what the node answers, by their chain. */
const shared = new Map<string, CosmosAuditFixture>();
async function sharedWorld(code: 'rune' | 'cacao'): Promise<CosmosAuditFixture> {
  const made = shared.get(code) ?? (await CosmosAuditFixture.open({ code, blocks: 12 }));
  shared.set(code, made);
  return made;
}
afterEach(() => (fixture === shared.get(fixture.place.chain.code) ? fixture.restore() : fixture.close()));
afterAll(() => Promise.all([...shared.values()].map((world) => world.close())));

const checkOf = ({ checks }: AuditOutcome, wanted: string) => checks.find(({ name }) => name === wanted)!;

describe.each(['rune', 'cacao'] as const)('an audit of %s', (code) => {
  it('is clean where everything is right, and says what it looked at', async () => {
    fixture = await sharedWorld(code);
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    const { height, hash } = fixture.simulated.tip();
    expect(outcome).toMatchObject({ result: 'clean', reason: null, block: { height, hash } });
    for (const check of outcome.checks) expect(check).toMatchObject({ outcome: 'clean', share: 1 });
    const holders = [...fixture.simulated.balances()].filter(([, coins]) =>
      [...coins.values()].some((each) => each > 0n),
    );
    expect(Number(checkOf(outcome, 'balances').facts['addresses'])).toBeGreaterThanOrEqual(holders.length);
    expect(Number(checkOf(outcome, 'balances').facts['denominations'])).toBeGreaterThan(1);
    expect(checkOf(outcome, 'transactions').facts).toMatchObject({ blocks: 12, transactions: expect.any(Number) });
    expect(Number(checkOf(outcome, 'histories').facts['rows of other denominations'])).toBeGreaterThan(0);
  });
});

describe('balances', () => {
  it('are those of the block that the audit began with, whatever comes meanwhile', async () => {
    fixture = await CosmosAuditFixture.open({ code: 'rune', blocks: 10 });
    const { bankBalances } = fixture.node;
    let isGrown = false;
    fixture.node.bankBalances = async (address, height) => {
      if (!isGrown) {
        isGrown = true;
        fixture.simulated.mine(3);
        await fixture.index();
      }
      return bankBalances(address, height);
    };
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    expect(outcome).toMatchObject({ result: 'clean', block: { height: 10 } });
  });

  it('are left out without the REST server, and the rest is audited', async () => {
    fixture = await sharedWorld('rune');
    fixture.hasRest = false;
    const outcome = await fixture.audit();
    expect(outcome.result).toBe('clean');
    expect(checkOf(outcome, 'balances')).toMatchObject({
      ...{ outcome: 'skipped', reason: expect.stringContaining('set RUNE_REST_URL') },
    });
    expect(checkOf(outcome, 'transactions')).toMatchObject({ outcome: 'clean', share: 1 });
  });

  it('begin with the state before a history that starts later', async () => {
    fixture = await CosmosAuditFixture.open({ code: 'rune', blocks: 12, startHeight: 5 });
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    for (const check of outcome.checks) expect(check).toMatchObject({ outcome: 'clean', share: 1 });
  });

  it('are left out where what was there before is not known', async () => {
    fixture = await CosmosAuditFixture.open({ code: 'rune', blocks: 12, startHeight: 5, withoutState: true });
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    expect(checkOf(outcome, 'balances')).toMatchObject({
      ...{ outcome: 'skipped', reason: expect.stringContaining('before the first indexed block is not known') },
    });
  });

  it('are left out where the state is gone, and those before that are compared', async () => {
    fixture = await sharedWorld('rune');
    const { bankBalances } = fixture.node;
    let asked = 0;
    fixture.node.bankBalances = async (address, height) => (++asked > 20 ? null : bankBalances(address, height));
    const partly = checkOf(await fixture.audit(), 'balances');
    expect(partly).toMatchObject({ outcome: 'partial', facts: { addresses: 20 } });
    expect(partly.share).toBeCloseTo(20 / (20 + Number(partly.facts['without state'])));
    asked = 1_000;
    expect(checkOf(await fixture.audit(), 'balances')).toMatchObject({
      ...{ outcome: 'skipped', reason: expect.stringContaining('no state of block 12 any more') },
    });
    expect(asked).toBeLessThan(1_010);
  });

  it('that the node lies about are found, and modules named', async () => {
    fixture = await sharedWorld('rune');
    const { bankBalances } = fixture.node;
    const asgard = 'tthor1g98cy3n9mmjrpn0sxmn63lztelera37nrytwp2';
    fixture.node.bankBalances = async (address, height) => {
      const answer = await bankBalances(address, height);
      return address === asgard && answer !== null ? { ...answer, coins: [['rune', '1']] } : answer;
    };
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({ balances: ['balance'] });
    expect(checkOf(outcome, 'balances').examples).toContainEqual(
      expect.objectContaining({ place: `${asgard} (module asgard), rune after block 12`, expected: '1' }),
    );
  });
});

describe('blocks that the node has pruned', () => {
  it('are unknown, and no finding', async () => {
    fixture = await CosmosAuditFixture.open({ code: 'rune', blocks: 12 });
    fixture.simulated.prune(5);
    const outcome = await fixture.audit();
    expect(problemsOf(outcome)).toEqual({});
    expect(outcome.result).toBe('clean');
    expect(checkOf(outcome, 'transactions')).toMatchObject({
      ...{ outcome: 'partial', share: 8 / 12, facts: { blocks: 8, 'blocks that the node has no more': 4 } },
      reason: expect.stringMatching(/^the node has 4 of the 12 blocks no more: set RUNE_RPC_URL to a node that keeps/),
    });
  });

  it('are so, too, where only their results are gone', async () => {
    fixture = await sharedWorld('cacao');
    fixture.simulated.setKeepsResults(false);
    const outcome = await fixture.audit();
    fixture.simulated.setKeepsResults(true);
    expect(problemsOf(outcome)).toEqual({});
    expect(checkOf(outcome, 'transactions')).toMatchObject({
      ...{ outcome: 'skipped', reason: expect.stringMatching(/none of the 12 blocks any more: set CACAO_RPC_URL/) },
    });
  });
});

it('says what cannot be read, and does the rest', async () => {
  fixture = await sharedWorld('cacao');
  const { rawBlock } = fixture.node;
  fixture.node.rawBlock = async (ref) => ({ ...(await rawBlock(ref)), results: Buffer.from('{"result": {}}') });
  const outcome = await fixture.audit();
  expect(outcome).toMatchObject({
    result: 'failed',
    reason: expect.stringMatching(/results of block .* cannot be read/),
  });
  expect(checkOf(outcome, 'balances').outcome).toBe('clean');
  expect(checkOf(outcome, 'transfers').outcome).toBe('clean');
});

it('takes results as they are where no node has them whole, and the settings say so', async () => {
  fixture = await sharedWorld('cacao');
  const { rawBlock } = fixture.node;
  fixture.node.rawBlock = async (ref) => ({ ...(await rawBlock(ref)), resultsHash: 'ab'.repeat(32) });
  expect(checkOf(await fixture.audit(), 'transactions')).toMatchObject({
    ...{ outcome: 'unfinished', reason: expect.stringMatching(/the results of block .* CACAO_HEADER_CHECKS=off/) },
  });
  fixture.headerChecks = 'off';
  expect(checkOf(await fixture.audit(), 'transactions')).toMatchObject({ outcome: 'clean', share: 1 });
});

it('goes on where it was interrupted, and still compares the supply', async () => {
  fixture = await CosmosAuditFixture.open({ code: 'rune', blocks: 8 });
  const { bankBalances } = fixture.node;
  const stop = new AbortController();
  let asked = 0;
  fixture.node.bankBalances = async (address, height) => {
    if (++asked === 20) stop.abort();
    return bankBalances(address, height);
  };
  await expect(fixture.audit({ signal: stop.signal })).rejects.toThrow(AuditInterruptedError);
  fixture.simulated.mine(2);
  await fixture.index();
  // The server ends the cut session of the one before in its own time.
  const outcome = await fixture.audit({ waitMs: 30_000 });
  expect(problemsOf(outcome)).toEqual({});
  expect(outcome).toMatchObject({ result: 'clean' });
  expect(Number(checkOf(outcome, 'balances').facts['denominations'])).toBeGreaterThan(1);
});
