/** Addresses and transactions worth a look, for the pages and logs of a demo. */
import type { Destination } from '../utxo/destination.js';
import { addressOf } from '../utxo/destination.js';
import type { UtxoSimulator } from '../utxo/utxo-simulator.js';
import type { Transaction } from '../utxo/utxo-transaction.js';
import type { ExampleAddresses } from './simulated-node.js';

const RECENT_BLOCKS = 50;

export function exampleAddresses({ population, options }: UtxoSimulator): ExampleAddresses {
  const { network } = options;
  const byType = new Map<string, Destination>();
  for (const wallet of population.ofRole('person')) {
    const coin = wallet.coins.find(({ transaction }) => transaction.height !== null);
    if (coin && !byType.has(coin.destination.type)) byType.set(coin.destination.type, coin.destination);
  }
  const busy = population.ofRole('exchange')[0]?.destinations[0];
  return {
    hot: (busy && addressOf(busy, network)) ?? network.addressExample,
    typical: [...byType.values()].flatMap((destination) => addressOf(destination, network) ?? []),
  };
}

export function exampleTxids(simulator: UtxoSimulator): string[] {
  const recent = simulator.blocks
    .slice(-RECENT_BLOCKS)
    .reverse()
    .flatMap(({ transactions }) => transactions);
  const payments = recent.filter(({ kind }) => kind === 'payment');
  const most = (count: (transaction: Transaction) => number): Transaction | undefined =>
    payments.toSorted((a, b) => count(b) - count(a))[0];
  const chosen = [
    payments[0],
    most(({ outputs }) => outputs.length),
    most(({ inputs }) => inputs.length),
    payments.find(({ inputs, outputs }) => inputs.length + outputs.length === 0),
    recent.find(({ kind, height }) => kind === 'coinbase' && height !== 0),
  ];
  return [...new Set(chosen.flatMap((transaction) => (transaction ? [transaction.id] : [])))];
}
