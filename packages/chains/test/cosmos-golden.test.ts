/** Blocks of real thornode and mayanode, whose bank balances afterwards are known: the ledger has to close over each of them. */
import { describe, expect, it } from 'vitest';
import { formatCosmosAddress } from '../src/cosmos/address.js';
import type { CosmosBlock } from '../src/cosmos/block.js';
import { decodeCosmosBlock } from '../src/cosmos/decode-block.js';
import { cacao } from '../src/params/cacao.js';
import { rune } from '../src/params/rune.js';
import { answersOfGolden, cosmosPlace, type GoldenScenario, readScenario } from './support/cosmos-answers.js';
import { listVectors } from './support/vectors.js';

describe.each([
  { chain: rune, legacy: false, folder: 'rune/golden' },
  { chain: cacao, legacy: true, folder: 'cacao/golden' },
])('recorded scenarios of $chain.name', ({ chain, legacy, folder }) => {
  const place = cosmosPlace(chain, 'mocknet');
  const decode = (scenario: GoldenScenario): CosmosBlock[] =>
    scenario.blocks.map((block) => {
      const { ref, answers } = answersOfGolden(block, legacy);
      return decodeCosmosBlock(place, ref, answers);
    });

  it.each(listVectors(folder, '.json.gz'))('%s', (file) => {
    const scenario = readScenario(`${folder}/${file}`);
    const blocks = decode(scenario);
    const moves = blocks.flatMap(({ entries }) =>
      entries.flatMap(({ transfers }) => transfers.flatMap((transfer) => movesOf(chain.nativeDenom, transfer))),
    );
    const sums = new Map<string, bigint>();
    for (const { balance, change } of moves) sums.set(balance, (sums.get(balance) ?? 0n) + change);
    const final = new Map<string, bigint>();
    for (const [address, coins] of Object.entries(scenario.final_balances)) {
      for (const [denom, amount] of Object.entries(coins)) final.set(`${address} ${denom}`, BigInt(amount));
    }
    // What was there before is what is there afterwards without what moved: never less than nothing, at no time.
    const running = new Map<string, bigint>();
    for (const balance of new Set([...sums.keys(), ...final.keys()])) {
      running.set(balance, (final.get(balance) ?? 0n) - (sums.get(balance) ?? 0n));
    }
    expect([...running].filter(([, amount]) => amount < 0n)).toEqual([]);
    for (const { balance, change } of moves) {
      const after = running.get(balance)! + change;
      if (after < 0n) expect.fail(`${balance} would be ${after}`);
      running.set(balance, after);
    }
  });

  function movesOf(nativeDenom: string, { from, to, denom, amount }: CosmosBlock['entries'][0]['transfers'][0]) {
    const balanceOf = (key: Buffer) => `${formatCosmosAddress(place.network, key)} ${denom ?? nativeDenom}`;
    return [
      ...(from === null ? [] : [{ balance: balanceOf(from), change: -amount }]),
      ...(to === null ? [] : [{ balance: balanceOf(to), change: amount }]),
    ];
  }
});
