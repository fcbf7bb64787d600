/** Rollbacks on a slow disk take their time: cut, they would begin anew and never end. */
import { createChainDatabase, HandmadeChain, handmadeChain, inSession, waitFor } from '@chaintrail/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Session } from '../src/connection.js';
import { openEvmLedger } from '../src/write/evm/evm-ledger.js';
import type { Ledger } from '../src/write/ledger.js';
import { becomeOwner } from '../src/write/owner.js';
import { openUtxoLedger } from '../src/write/utxo/utxo-ledger.js';
import { Dice } from './support/dice.js';
import { makeBlock, place } from './support/evm-blocks.js';

const HOURS_MS = 5 * 3_600_000;

/** Takes the second block back, while another session keeps it from that for hours. */
async function rollBackForHours<Block extends { readonly height: number; readonly hash: string }>(
  made: { readonly chain: 'btc' | 'eth'; readonly network: string },
  openLedger: (session: Session) => Promise<Ledger<Block>>,
  blocks: readonly Block[],
): Promise<void> {
  const database = await createChainDatabase({ ...made, indexed: true });
  const session = (await becomeOwner(database.url, made.chain))!;
  onTestFinished(async () => {
    vi.useRealTimers();
    await session.end();
    await database.drop();
  });
  const ledger = await openLedger(session);
  await ledger.replaceAfter(null, null, blocks);
  await inSession(database.url, async (gate) => {
    await gate.query(`BEGIN; LOCK TABLE ${made.chain}.blocks IN ACCESS EXCLUSIVE MODE`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const rolledBack = ledger.replaceAfter(blocks[1]!, blocks[0]!, []);
    rolledBack.catch(() => undefined); // reported below
    const isWaiting = async () => {
      const { rowCount } = await gate.query(
        `SELECT FROM pg_locks WHERE relation = '${made.chain}.blocks'::regclass AND NOT granted`,
      );
      return rowCount === 1;
    };
    await waitFor(isWaiting, { what: 'the rollback to wait' });
    vi.advanceTimersByTime(HOURS_MS);
    await gate.query('COMMIT');
    await rolledBack;
  });
  expect(await ledger.cursor()).toEqual({ height: blocks[0]!.height, hash: blocks[0]!.hash });
}

it('of a UTXO chain is not cut within hours', async () => {
  const chain = new HandmadeChain();
  for (let n = 0; n < 2; n++) chain.mine([{ value: 1n, script: Buffer.of(0x51) }]);
  const network = handmadeChain.networks.find(({ name }) => name === 'regtest')!;
  await rollBackForHours(
    { chain: 'btc', network: network.name },
    (session) => openUtxoLedger(session, handmadeChain, network, 0),
    chain.blocks,
  );
});

it('of an EVM chain is not cut within hours', async () => {
  const dice = new Dice(1);
  const first = makeBlock(null, dice);
  await rollBackForHours({ chain: 'eth', network: place.network.name }, (session) => openEvmLedger(session, place, 0), [
    first,
    makeBlock(first, dice),
  ]);
});
