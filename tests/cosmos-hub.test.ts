/** A third Cosmos chain is parameters: those of the Cosmos Hub, which are in no registry, and nothing else. */
import {
  type BlockRef,
  type CosmosBlock,
  type CosmosChain,
  type CosmosChainNetwork,
  decodeCosmosBlock,
  formatAddress,
  moduleKey,
  parseAddress,
} from '@chaintrail/chains';
import { CosmosNode } from '@chaintrail/chains/node';
import { prepareCosmosBlock } from '@chaintrail/db/prepare-block';
import {
  type BlockContent,
  type CosmosEvent,
  type CosmosNodeSimulation,
  type CosmosTx,
  startCosmosNode,
} from '@chaintrail/devnet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeFields } from '../packages/devnet/src/cosmos/encode-tx.js';
import { TX } from '../packages/devnet/src/cosmos/tx-fields.js';

/** Source: cosmos/gaia app/app.go, cosmos/chain-registry cosmoshub */
const HUB: CosmosChain = {
  family: 'cosmos',
  code: 'atom' as never,
  name: 'Cosmos Hub',
  symbol: 'ATOM',
  decimals: 6,
  blockSeconds: 6,
  reorgLimit: 0,
  reorgMargin: 0,
  nativeDenom: 'uatom',
  denominations: [],
  foreignDecimals: null,
  feeRule: 'declared',
  modules: ['fee_collector', 'distribution', 'bonded_tokens_pool', 'not_bonded_tokens_pool', 'gov', 'mint', 'transfer'],
  genesisMints: [],
  unseenInGenesis: [],
  names: null,
  networks: [
    {
      family: 'cosmos',
      name: 'mainnet',
      chainId: 'cosmoshub-4',
      firstHeight: 5_200_791,
      hrp: 'cosmos',
      addressExample: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
    },
  ],
};
const [network] = HUB.networks;
const PLACE: CosmosChainNetwork = { family: 'cosmos', chain: HUB, network: network! };

/** Accounts that everybody can look up: module accounts of the Hub. */
const BONDED = 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh';
const FEES = 'cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta';
const DISTRIBUTION = 'cosmos1jv65s3grqf6v6jl3dp4t6c9t9rk99cd88lyufl';
const MINT = formatAddress(network!, moduleKey('mint'));
const account = (n: number): string => formatAddress(network!, Buffer.alloc(20, n));
const [ALICE, BOB, CAROL] = [account(1), account(2), account(3)];
/** Address of a contract, or an interchain account. */
const CONTRACT = formatAddress(network!, Buffer.alloc(32, 4));
const OSMO = 'ibc/14F9BC3E44B8A9C1BE1FB08980FAB87034C9905EF17CF2F5008FC085218811CC';

const event = (type: string, attributes: Record<string, string>): CosmosEvent => ({
  type,
  attributes: Object.entries(attributes),
});
const moved = (from: string, to: string, amount: string, more: Record<string, string> = {}): CosmosEvent[] => [
  event('coin_spent', { spender: from, amount, ...more }),
  event('coin_received', { receiver: to, amount, ...more }),
  event('transfer', { recipient: to, sender: from, amount, ...more }),
];
const MESSAGE = { msg_index: '0' };

function transaction(from: string, to: string, amount: string, code: number): CosmosTx {
  const [, units, denom] = /^(\d+)(.+)$/.exec(amount)!;
  const bytes = encodeFields(PLACE, TX, {
    auth_info: { fee: { amount: [{ denom: 'uatom', amount: '5000' }], gas_limit: '200000' }, signer_infos: [] },
    body: {
      memo: 'a memo',
      messages: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          ...{ from_address: from, to_address: to },
          amount: [{ denom, amount: units }],
        },
      ],
    },
    signatures: [Buffer.alloc(64, 7).toString('base64')],
  });
  const ante = [...moved(from, FEES, '5000uatom'), event('tx', { fee: '5000uatom', fee_payer: from })];
  return {
    ...{ bytes, code, codespace: code === 0 ? '' : 'sdk', data: null },
    ...{ log: code === 0 ? '' : 'insufficient funds', gasWanted: '200000', gasUsed: '80000' },
    events: code === 0 ? [...ante, ...moved(from, to, amount, MESSAGE)] : ante,
  };
}

const begin = { mode: 'BeginBlock' };
const BLOCKS: readonly BlockContent[] = [
  {
    begin: [
      event('coin_received', { receiver: MINT, amount: '1000uatom', ...begin }),
      event('coinbase', { minter: MINT, amount: '1000uatom', ...begin }),
      ...moved(MINT, FEES, '1000uatom', begin),
    ],
    transactions: [transaction(ALICE!, BOB!, '700000uatom', 0)],
    end: [],
  },
  {
    begin: moved(FEES, DISTRIBUTION, '6000uatom', begin),
    transactions: [transaction(BOB!, CAROL!, '9000000uatom', 5), transaction(ALICE!, CONTRACT, `250${OSMO}`, 0)],
    end: moved(BONDED, CAROL!, '123uatom', { mode: 'EndBlock' }),
  },
];
const FIRST = network!.firstHeight;

describe('Cosmos Hub', () => {
  let node: CosmosNodeSimulation;
  let client: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode({
      place: PLACE,
      blocks: BLOCKS.length,
      script: {
        chainId: 'cosmoshub-4',
        firstHeight: FIRST,
        opening: new Map([
          [
            ALICE!,
            new Map([
              ['uatom', 1_000_000n],
              [OSMO, 400n],
            ]),
          ],
          [BONDED, new Map([['uatom', 50_000_000n]])],
        ]),
        content: (height) => BLOCKS[height - FIRST]!,
      },
    });
    client = new CosmosNode({
      ...{ chain: HUB, network: network! },
      endpoint: { url: node.url },
      restEndpoint: { url: node.restUrl },
    });
  });
  afterAll(async () => {
    await client?.close();
    await node?.close();
  });

  async function decoded(): Promise<{ ref: BlockRef; block: CosmosBlock }[]> {
    await client.preflight(FIRST);
    const hashes = await client.blockHashes(FIRST, BLOCKS.length);
    const blocks = [];
    for (const [i, hash] of hashes.entries()) {
      const ref = { height: FIRST + i, hash };
      const opening = i > 0 ? null : await client.opening(FIRST);
      blocks.push({ ref, block: decodeCosmosBlock(PLACE, ref, { ...(await client.rawBlock(ref)), opening }) });
    }
    return blocks;
  }

  test('addresses, of modules too', () => {
    expect(formatAddress(network!, moduleKey('bonded_tokens_pool'))).toBe(BONDED);
    expect(formatAddress(network!, moduleKey('fee_collector'))).toBe(FEES);
    expect(parseAddress(PLACE, BONDED.toUpperCase())).toEqual(moduleKey('bonded_tokens_pool'));
    expect(parseAddress(PLACE, CONTRACT)).toEqual(Buffer.alloc(32, 4));
    expect(() => parseAddress(PLACE, 'thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0')).toThrow(/THORChain mainnet/);
  });

  test('fees are what transactions declare, of failed ones, too', async () => {
    const entries = (await decoded()).flatMap(({ block }) => block.entries);
    const transactions = entries.filter(({ kind }) => kind === 'transaction');
    expect(transactions.map(({ fee, code, memo }) => [fee, code, memo])).toEqual([
      [5000n, 0, 'a memo'],
      [5000n, 5, 'a memo'],
      [5000n, 0, 'a memo'],
    ]);
    expect(transactions[1]?.transfers.map(({ kind }) => kind)).toEqual(['fee']);
    expect(entries.map(({ kind }) => kind)).toEqual(
      ['opening', 'begin', 'transaction', 'begin', 'transaction', 'transaction', 'end'], // in the order of the ledger
    );
  });

  test('the ledger ends with the balances of the bank, denominations of IBC among them', async () => {
    const ledger = new Map<string, bigint>();
    const book = (key: Buffer | null, denom: string | null, amount: bigint): void => {
      if (key === null) return;
      const what = `${formatAddress(network!, key)} ${denom ?? 'uatom'}`;
      ledger.set(what, (ledger.get(what) ?? 0n) + amount);
    };
    for (const { block } of await decoded()) {
      for (const { from, to, denom, amount } of block.entries.flatMap(({ transfers }) => transfers)) {
        book(from, denom, -amount);
        book(to, denom, amount);
      }
    }
    const bank = [...node.balances()].flatMap(([address, coins]) =>
      [...coins].map(([denom, amount]) => [`${address} ${denom}`, amount] as const),
    );
    const nonZero = (rows: Iterable<readonly [string, bigint]>) => [...rows].filter(([, n]) => n !== 0n).sort();
    expect(nonZero(ledger)).toEqual(nonZero(bank));
    expect(ledger.get(`${CONTRACT} ${OSMO}`)).toBe(250n);
  });

  test('rows are made of it as of any other', async () => {
    for (const { ref, block } of await decoded()) {
      const { height, txCount, rows } = prepareCosmosBlock(ref, block);
      expect([height, txCount]).toEqual([ref.height, block.txCount]);
      expect(rows['transactions']?.count ?? 0).toBe(block.entries.length);
    }
  });
});
