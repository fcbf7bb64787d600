import { EVM_CHAINS, type EvmChainNetwork, formatAddress } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import { closeSession, openEvmLedger, openSession, type Session } from '@chaintrail/db';
import { type SimulatedEvmNode, type SimulatedEvmNodeOptions, startSimulatedEvmNode } from '@chaintrail/devnet';
import { createTestDatabase } from '@chaintrail/testkit';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createDecoder } from '../src/decode/decoder.js';
import { evmBlockSource } from '../src/follow/account-block-source.js';
import { followChain } from '../src/follow/follow-chain.js';
import type { ProgressReporter } from '../src/follow/progress-reporter.js';
import { WakeUp } from '../src/follow/wake-up.js';
import { openInternalTransfers } from '../src/internal/open-internal-transfers.js';

const log = pino({ level: 'silent' });
/** Whoever is told of progress, and does not care. */
const reporter = new Proxy({}, { get: () => async () => undefined }) as ProgressReporter;

/** Every history as it is read: what blocks tell and what traces tell, added up. */
async function readHistories(
  session: Session,
  { chain: { code }, network }: EvmChainNetwork,
): Promise<Map<string, string[]>> {
  const { rows } = await session.query<{ address_key: Buffer; entries: string[] }>(`
    SELECT address_key, array_agg(entry ORDER BY tx_key) AS entries FROM (
      SELECT e.address_key, e.tx_key, concat_ws(' ', encode(t.txid, 'hex'), e.tx_key >> 20, sum(e.delta),
        CASE WHEN bool_and(e.traced) THEN 'traced' ELSE 'told' END) AS entry
      FROM (
        SELECT address_key, tx_key, delta, false AS traced FROM ${code}.address_transactions
        UNION ALL SELECT address_key, tx_key, delta, true FROM ${code}.internal_address_transactions
      ) e
      JOIN ${code}.transactions t USING (tx_key)
      GROUP BY e.address_key, e.tx_key, t.txid
    ) entries GROUP BY address_key`);
  return new Map(rows.map(({ address_key, entries }) => [formatAddress(network, address_key), entries]));
}

async function expectHistories(session: Session, place: EvmChainNetwork, node: SimulatedEvmNode): Promise<void> {
  const stored = await readHistories(session, place);
  const model = new Map(
    [...node.model().addresses].flatMap(([address, { history }]) =>
      history.length === 0
        ? []
        : [
            [
              address,
              history.map((entry) =>
                [entry.txid, entry.height, entry.delta, entry.viaInternalOnly ? 'traced' : 'told'].join(' '),
              ),
            ],
          ],
    ),
  );
  expect(new Set(stored.keys())).toEqual(new Set(model.keys()));
  for (const [address, entries] of model) expect([address, stored.get(address)]).toEqual([address, entries]);
  const { rows } = await session.query(`
    SELECT count(*)::int AS wrong FROM ${place.chain.code}.internal_address_transactions i
    WHERE listed = EXISTS (SELECT FROM ${place.chain.code}.address_transactions a WHERE a.address_key = i.address_key AND a.tx_key = i.tx_key)`);
  expect(rows).toEqual([{ wrong: 0 }]);
}

async function follow(
  options: Partial<SimulatedEvmNodeOptions> & Pick<SimulatedEvmNodeOptions, 'chain'>,
): Promise<number> {
  const chain = { ...options.chain, reorgMargin: 6 };
  const network = chain.networks.find(({ name }) => name === 'local')!;
  const place: EvmChainNetwork = { family: 'evm', chain, network };
  const simulated = await startSimulatedEvmNode({ seed: 7, blocks: 40, txPerBlock: 6, ...options });
  const database = await createTestDatabase();
  const session = await openSession(database.url, 'internal-simulated-test');
  const decoder = createDecoder({ threads: 0 });
  const node = new EvmNode({ chain, network, endpoint: { url: simulated.url } });
  const stop = new AbortController();
  try {
    const ledger = await openEvmLedger(session, place, 0);
    const source = evmBlockSource(place, node, decoder, log);
    const internal = openInternalTransfers({
      ...{
        session,
        databaseUrl: database.url,
        place,
        node,
        decoder,
        mode: 'full',
        historyFrom: 0,
        log,
        signal: stop.signal,
      },
      limits: { waitMs: 20 },
    });
    const changes = [() => simulated.mine(4), () => simulated.reorg(3), () => simulated.reorg(9, 12)].values();
    const { waitForNewBlock } = EvmNode.prototype;
    node.waitForNewBlock = async (tip, timeoutMs, signal) => {
      const { rows } = await session.query(
        `SELECT FROM ${chain.code}.internal_sync WHERE live_to = $1 AND (live_from = 0 OR stage = 'done') AND reason IS NULL`,
        [tip.height],
      );
      if (rows.length === 0) return waitForNewBlock.call(node, tip, Math.min(timeoutMs, 20), signal);
      await expectHistories(session, place, simulated);
      const { value: change } = changes.next();
      if (change === undefined) stop.abort();
      else await change();
      return null;
    };
    await followChain({
      ...{
        source,
        ledger,
        reporter,
        background: internal,
        wakeUp: new WakeUp(stop.signal),
        reorgLimit: 50,
        finalityBinds: true,
      },
      ...{ pollMs: 20, log, signal: stop.signal },
    });
    await internal.close();
    const { rows } = await session.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${chain.code}.internal_address_transactions WHERE listed`,
    );
    return rows[0]!.count;
  } finally {
    stop.abort();
    await node.close();
    await decoder.close();
    await closeSession(session);
    await database.drop();
    await simulated.close();
  }
}

describe('internal transfers of a simulated node', () => {
  it.each(EVM_CHAINS)('and its blocks are the whole history of every address on $code', async (chain) => {
    expect(await follow({ chain })).toBeGreaterThan(0);
  });

  it('are the same from trace_block', async () => {
    expect(await follow({ chain: EVM_CHAINS[0]!, tracer: 'parity' })).toBeGreaterThan(0);
  });
});
