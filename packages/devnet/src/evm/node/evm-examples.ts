/** Addresses and transactions worth a look, for the pages and logs of a demo. */
import { getAddress } from 'ethers';
import type { ExampleAddresses } from '../../node/simulated-node.js';
import type { ExecutedTransaction } from '../block/evm-block.js';
import type { EvmSimulator } from '../evm-simulator.js';

const RECENT_BLOCKS = 50;
const TYPICAL = 3;

export function exampleAddresses({ population, contracts }: EvmSimulator): ExampleAddresses {
  const [hot = ''] = population.exchanges;
  const typical = [...population.persons.slice(0, TYPICAL), contracts.at('splitter'), contracts.at('weth')];
  return { hot: getAddress(hot), typical: typical.map(getAddress) };
}

export function exampleTxids({ blocks }: EvmSimulator): string[] {
  const recent = blocks
    .slice(-RECENT_BLOCKS)
    .reverse()
    .flatMap(({ transactions }) => transactions);
  const kinds: readonly ((executed: ExecutedTransaction) => boolean)[] = [
    ({ transaction, frame }) => transaction.value > 0n && transaction.input === '0x' && frame.error === null,
    ({ transaction, logs }) => transaction.value === 0n && logs.length === 1,
    ({ logs }) => logs.some(({ topics }) => topics.length === 4),
    ({ logs }) => logs.length > 1,
    ({ frame }) => frame.error === null && frame.calls.length > 1,
    ({ status }) => status === 0,
    ({ contractAddress, status }) => contractAddress !== null && status === 1,
    ({ transaction }) => transaction.type > 2,
  ];
  const found = kinds.map((isKind) => recent.find(isKind));
  return [...new Set(found.flatMap((executed) => (executed ? [executed.transaction.hash.slice(2)] : [])))];
}
