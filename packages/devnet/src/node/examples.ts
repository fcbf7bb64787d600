/** Addresses and transactions worth a look, for the pages and logs of a demo. */
import { addressOf } from '../utxo/destination.js';
import type { UtxoSimulator } from '../utxo/simulator.js';
import type { Transaction } from '../utxo/transaction.js';
import type { SimulatedNode } from './simulated-node.js';

const RECENT_BLOCKS = 50;

export function exampleAddresses(simulator: UtxoSimulator): ReturnType<SimulatedNode['exampleAddresses']> {
  const { population, options } = simulator;
  const exchange = population.ofRole('exchange')[0]?.destinations[0];
  const hot = exchange ? addressOf(exchange, options.network) : null;
  const byType = new Map<string, string>();
  for (const wallet of population.ofRole('person')) {
    const coin = wallet.coins.find(({ transaction }) => transaction.height !== null);
    const address = coin && !byType.has(coin.destination.type) ? addressOf(coin.destination, options.network) : null;
    if (coin && address !== null) byType.set(coin.destination.type, address);
  }
  return { hot: hot ?? options.network.addressExample, typical: [...byType.values()] };
}

export function exampleTxids(simulator: UtxoSimulator): string[] {
  const recent = simulator.blocks
    .slice(-RECENT_BLOCKS)
    .reverse()
    .flatMap(({ transactions }) => transactions);
  const payments = recent.filter(({ kind }) => kind === 'payment');
  const most = (count: (transaction: Transaction) => number): Transaction | undefined =>
    payments.reduce<Transaction | undefined>(
      (best, next) => (!best || count(next) > count(best) ? next : best),
      undefined,
    );
  const chosen = [
    payments[0],
    most(({ outputs }) => outputs.length),
    most(({ inputs }) => inputs.length),
    recent.find(({ kind, height }) => kind === 'coinbase' && height !== 0),
  ];
  return [...new Set(chosen.flatMap((transaction) => (transaction ? [transaction.id] : [])))];
}
