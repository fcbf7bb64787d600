/** The indexer is told what clients look at, by a login that may write nothing. */
import { formatAddress, requireChain } from '@chaintrail/chains';
import { type BalanceLedger, openBalanceLedger } from '@chaintrail/db';
import { waitFor } from '@chaintrail/testkit';
import { expect, it } from 'vitest';
import { EVM_BLOCKS } from './support/evm-demo.js';
import { accountOf, insert, seedEvmChain } from './support/seed-evm-chain.js';
import { serve } from './support/served.js';

const PLACES = 40;
const local = requireChain('eth').networks.find(({ name }) => name === 'local')!;
const ethOf = (name: string): string => formatAddress(local, accountOf(name));

let ledger: BalanceLedger;
const api = serve(async ({ databaseUrl, session }) => {
  await seedEvmChain(databaseUrl, { chain: 'eth', blocks: EVM_BLOCKS });
  await session.query(
    `INSERT INTO eth.tokens (asset, address, standard, first_height) SELECT decode(lpad(to_hex(n), 40, '0'), 'hex'), n::text, 'erc20', 1000 + n
     FROM generate_series(1, 1000) n`,
  );
  for (const name of ['held', 'named']) {
    await insert(session, 'eth.tokens', { asset: accountOf(name), address: '', standard: 'erc20', first_height: 1 });
    await insert(session, 'eth.token_balances', {
      ...{ address_key: accountOf('holder'), asset: accountOf(name), first_touched: 1, touched: 1 },
      ...{ balance: 5, height: 1 },
    });
  }
  await session.query(`UPDATE eth.tokens SET symbol = 'OLD' WHERE asset = $1`, [accountOf('named')]);
  ledger = openBalanceLedger(session, 'eth');
  // Listens from here on.
  await ledger.tokensToAsk(PLACES);
});

async function isNext(name: string): Promise<boolean> {
  return (await ledger.tokensToAsk(PLACES))[0]?.equals(accountOf(name)) ?? false;
}

it('asks a contract that a client looks at before a thousand others', async () => {
  expect(await isNext('held')).toBe(false);
  const { json } = await api.get(`/v0/addresses/eth/${ethOf('holder')}/balance`);
  const shown = json.tokens.map(({ asset }: { asset: string }) => asset);
  expect(shown.toSorted()).toEqual([ethOf('held'), ethOf('named')].toSorted());
  await waitFor(() => isNext('held'), { what: 'the contract to be next' });
  // Something is known of the other one.
  expect((await ledger.tokensToAsk(PLACES))[1]?.equals(accountOf('named'))).toBe(false);
});

it('also where it looks at holders', async () => {
  const asset = '0x'.padEnd(41, '0').concat('7');
  await insert(api.session, 'eth.token_balances', {
    ...{
      address_key: accountOf('holder'),
      asset: Buffer.from(asset.slice(2), 'hex'),
      first_touched: 1,
      touched: 1,
      balance: 5,
      height: 1,
    },
  });
  expect((await api.get(`/v0/tokens/eth/${asset}/holders`)).status).toBe(200);
  const isSecond = async () => (await ledger.tokensToAsk(PLACES))[1]?.toString('hex') === asset.slice(2);
  await waitFor(isSecond, { what: 'the contract to be next but one' });
});

it('is heard once, however often an indexer begins anew on its session', async () => {
  const again = openBalanceLedger(api.session, 'eth');
  await again.tokensToAsk(PLACES);
  expect(api.session.listenerCount('notification')).toBe(1);
  // Requests that were heard before are not forgotten.
  expect((await again.tokensToAsk(PLACES))[0]).toEqual((await ledger.tokensToAsk(PLACES))[0]);
});
