/** A real litecoind, the real indexer, database and API: what the product says is what the node says. */
import { isNodeAtHand, isTestedBy, litecoindOrSkip, RealNode, waitFor } from '@chaintrail/testkit';
import { describe } from 'vitest';
import { clientsOrSkip } from './scenario/esplora/npm-clients.js';
import { callMempool } from './scenario/esplora/npm-scenario.js';
import { litecoin } from './scenario/utxo/utxo-chains.js';
import { describeScenario } from './scenario/utxo/utxo-scenario.js';
import { mine, newAddress, type World } from './scenario/utxo/utxo-world.js';

const binary = litecoindOrSkip();
const load = binary === undefined ? null : await clientsOrSkip();

/** Three confirmed payments and a pending one, read by a library that others use for Litecoin as it is. */
async function useMempool(world: World): Promise<void> {
  const { node, wallet, product } = world;
  const address = await newAddress(world, 'bech32');
  const pay = (): Promise<string> => wallet.call<string>('sendtoaddress', address, '0.03');
  const confirmed = [await pay(), await pay(), await pay()] as const;
  await mine(world);
  // Else the wallet may spend them for the pending one.
  const coins = await wallet.call<{ txid: string; vout: number }[]>('listunspent', 1, 9_999_999, [address]);
  const outpoints = coins.map(({ txid, vout }) => ({ txid, vout }));
  await wallet.call('lockunspent', false, outpoints);
  const url = `${product.apiUrl}/esplora/ltc`;
  const tip = { hash: await node.rpc<string>('getbestblockhash'), height: Number(await node.rpc('getblockcount')) };
  const pending = await pay();
  await waitFor(async () => (await (await fetch(`${url}/address/${address}/txs/mempool`)).text()).includes(pending), {
    what: 'a pending payment to be indexed',
    processes: product.processes,
  });
  await callMempool(load!, {
    ...{ url, address, tip, txids: [...confirmed, pending] },
    rpc: (method, ...values) => node.rpc(method, ...values),
    signed: async () => {
      const raw = await wallet.call<string>('createrawtransaction', [], {
        [await newAddress(world, 'bech32')]: '0.01',
      });
      const { hex } = await wallet.call<{ hex: string }>('fundrawtransaction', raw);
      return (await wallet.call<{ hex: string }>('signrawtransactionwithwallet', hex)).hex;
    },
  });
}

describe.runIf(binary !== undefined)('litecoind', () => {
  describeScenario({
    title: 'the scenario, with MWEB',
    chain: litecoin,
    // The whole of it is Bitcoin's, of which litecoind is a fork.
    isPlayedElsewhere: binary !== undefined && isTestedBy('e2e-bitcoind', isNodeAtHand('knots')),
    startNode: () => RealNode.start('litecoind', binary!),
    ...(load === null ? {} : { afterwards: useMempool }),
  });
});
