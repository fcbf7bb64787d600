/**
 * Balances of real nodes before any block: the same as the blocks before it, from the bank module and from the
 * genesis.
 */
import {
  COSMOS_CHAINS,
  type CosmosBlock,
  type CosmosOpening,
  chainOnNetwork,
  decodeCosmosBlock,
  formatAddress,
} from '@chaintrail/chains';
import { CosmosNode as Client } from '@chaintrail/chains/node';
import { CosmosNode, nodeOrSkip } from '@chaintrail/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const STARTS = [2, 3, 5, 7];
const LAST = 8;

describe.each([
  // Along the way there is a synthetic asset, named with a slash.
  { program: 'thornode', code: 'rune', scenario: 'suites/synths/synths.yaml' },
  { program: 'mayanode', code: 'cacao', scenario: 'suites/swaps/swaps.yaml' },
] as const)('$program', ({ program, code, scenario }) => {
  const binary = nodeOrSkip(program);
  const chain = COSMOS_CHAINS.find((one) => one.code === code)!;
  const place = chainOnNetwork(chain, 'mocknet')!;
  if (place.family !== 'cosmos') throw new Error(`${code} is no Cosmos chain`);
  let node: CosmosNode;
  let client: Client;

  beforeAll(async () => {
    if (binary === undefined) return;
    node = await CosmosNode.play({ program, binary, scenario });
    await node.played();
    await node.start('50ms');
    client = new Client({ ...place, endpoint: { url: node.rpcUrl }, restEndpoint: { url: node.restUrl } });
    await node.waitForBlocks(2);
  });
  afterAll(async () => {
    await client?.close();
    await node?.stop();
  });

  it.runIf(binary !== undefined)('tells of every balance before any block', async () => {
    expect(await client.preflight(1)).toMatchObject({ pruned: false, initialBlockDownload: false });
    const hashes = await client.blockHashes(1, LAST);
    const first = await client.opening(1);
    const running = sums(first);
    const denoms = new Set<string>();
    for (const [index, hash] of hashes.entries()) {
      const ref = { height: index + 1, hash };
      if (STARTS.includes(ref.height)) {
        const opening = await client.opening(ref.height);
        expect(opening?.source).toBe('bank');
        expect(nonzero(sums(opening))).toEqual(nonzero(running));
      }
      book(running, decodeCosmosBlock(place, ref, { ...(await client.rawBlock(ref)), opening: null }));
      for (const [balance, amount] of running) if (amount > 0n) denoms.add(balance.split(' ')[1]!);
    }
    expect(hashes).toHaveLength(LAST);
    expect(denoms).toContain(program === 'thornode' ? 'btc/btc' : 'maya.mimir');

    const bare = new Client({ ...place, endpoint: { url: node.rpcUrl } });
    const genesis = await bare.opening(1);
    expect(await bare.opening(2)).toBeNull();
    await bare.close();
    expect(genesis).toMatchObject({ source: 'genesis', unknownDenoms: chain.unseenInGenesis });
    const isKnown = (balance: string) => !chain.unseenInGenesis.includes(balance.split(' ')[1]!);
    expect(nonzero(sums(genesis))).toEqual(nonzero(sums(first)).filter(([balance]) => isKnown(balance)));
  });

  function book(balances: Map<string, bigint>, { entries }: CosmosBlock): void {
    const add = (key: Buffer | null, denom: string | null, amount: bigint) => {
      if (key === null) return;
      const balance = `${formatAddress(place.network, key)} ${denom ?? chain.nativeDenom}`;
      balances.set(balance, (balances.get(balance) ?? 0n) + amount);
    };
    for (const { from, to, denom, amount } of entries.flatMap(({ transfers }) => transfers)) {
      add(from, denom, -amount);
      add(to, denom, amount);
    }
  }
});

function sums(opening: CosmosOpening | null): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (const [address, coins] of opening?.balances ?? []) {
    for (const [denom, amount] of coins) {
      const balance = `${address} ${denom}`;
      balances.set(balance, (balances.get(balance) ?? 0n) + BigInt(amount));
    }
  }
  return balances;
}

function nonzero(balances: ReadonlyMap<string, bigint>): [string, bigint][] {
  return [...balances].filter(([, amount]) => amount !== 0n).sort(([one], [other]) => (one < other ? -1 : 1));
}
