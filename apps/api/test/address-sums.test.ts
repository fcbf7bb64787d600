/** How much of a long history one request goes through, also where it turns out late that inputs count. */
import { chainByCode, chainOnNetwork } from '@chaintrail/chains';
import { expect, it } from 'vitest';
import { sumsOf } from '../src/esplora/address-sums.js';
import type { ListedUtxoChain } from '../src/read/followed-chain.js';
import type { Services } from '../src/services/open-services.js';

const LAST = 12_000;
const SUMS = { fundedSum: '0', spentCount: 0, spentSum: '0', transactions: 0 };

/** A history whose last transaction alone pays the public key. */
function chainWith(asked: (stretch: string) => unknown): ListedUtxoChain {
  const query = async ({ values }: { readonly values: readonly unknown[] }) => {
    const [, from, to, looksAtSpent] = values as [key: Buffer, from: number, to: number, looksAtSpent?: boolean];
    if (looksAtSpent === undefined) {
      const state = { height: 1, network: 'regtest', phase: 'live', historyFrom: 0 };
      const head = { last: LAST, known: from === 0 ? null : `block of ${from}`, received: '0', balance: '0' };
      return { rows: [{ ...head, state, unspent: 0, pending: null }] };
    }
    await asked(`${from}–${to - 1}${looksAtSpent ? ', inputs too' : ''}`);
    const bareCount = to > LAST ? 1 : 0;
    return { rows: [{ ...SUMS, fundedCount: to - from, bareCount, hash: `block of ${to - 1}` }] };
  };
  const database = { read: (look: (db: object) => unknown) => look({ query }) };
  return { ...chainOnNetwork(chainByCode('btc')!, 'regtest'), database } as unknown as ListedUtxoChain;
}

const servicesOf = (client: string): Services =>
  ({ mostWeight: null, asking: { lane: 'cheap', client } }) as unknown as Services;

it('is bounded, also from the start again where a public key alone was paid', async () => {
  const stretches: string[][] = [];
  for (;;) {
    const asked: string[] = [];
    stretches.push(asked);
    const followed = chainWith((stretch) => asked.push(stretch));
    const found = await sumsOf(servicesOf('ann'), followed, Buffer.from('paid')).catch(() => null);
    if (found) {
      expect(found.chain.fundedCount).toBe(LAST);
      break;
    }
  }
  expect(stretches).toEqual([
    ['1–5000'],
    ['5001–10000'],
    ['10001–12000', '1–5000, inputs too'],
    ['5001–10000, inputs too'],
    ['10001–12000, inputs too'],
  ]);
});

it('is counted once for a client that asks again meanwhile, and once for each client', async () => {
  const stretches: string[] = [];
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const count = (stretch: string): Promise<void> => {
    stretches.push(stretch);
    return held;
  };
  const asked = ['ann', 'ann', 'ann', 'bob', 'bob'].map((client) =>
    sumsOf(servicesOf(client), chainWith(count), Buffer.from('asked for again')),
  );
  const ends = Promise.allSettled(asked);
  await expect.poll(() => stretches.length).toBeGreaterThanOrEqual(2);
  answer();
  for (const each of await ends) expect(each.status).toBe('rejected');
  expect(stretches).toEqual(['1–5000', '1–5000']);
});
