/** A real dogecoind, the real indexer, database and API: what the product says is what the node says. */
import { nodeOrSkip, RealNode } from '@chaintrail/testkit';
import { describe, expect } from 'vitest';
import { reachTip } from './scenario/utxo/compare-utxo.js';
import { scriptOf, signWithWallet, unsignedTransaction } from './scenario/utxo/raw-transaction.js';
import { dogecoin } from './scenario/utxo/utxo-chains.js';
import { describeScenario } from './scenario/utxo/utxo-scenario.js';
import { mine } from './scenario/utxo/utxo-world.js';

/** Confirmations that a coinbase needs on regtest for the next block to spend it. */
const MATURITY = 60;

const binary = nodeOrSkip('dogecoind');

describe.runIf(binary !== undefined)('dogecoind', () => {
  describeScenario({
    title: 'the scenario, with merged mining',
    chain: dogecoin,
    startNode: () => RealNode.start('dogecoind', binary!),
    async afterwards(world) {
      const { node, wallet, api, nodeChain } = world;
      const address = await wallet.call<string>('getnewaddress');
      await node.rpc('generatetoaddress', 1, address);
      await mine(world, MATURITY - 2);
      const utxo = async () => {
        await reachTip(world, await nodeChain.ledger());
        return (await api.utxos(address, 1)).utxos[0]!;
      };
      const { txid, vout } = await utxo();
      const script = await scriptOf(node, address);
      const coin = { txid, vout, scriptPubKey: script, amount: BigInt((await utxo()).amount) };
      const spend = unsignedTransaction([coin], [{ script, amount: coin.amount - 1_000_000n }]);
      const signed = await signWithWallet(world, spend, [coin]);
      expect((await utxo()).mature).toBe(false);
      await expect(node.rpc('sendrawtransaction', signed)).rejects.toThrow('premature');
      await mine(world);
      expect((await utxo()).mature).toBe(true);
      await node.rpc('sendrawtransaction', signed);
    },
  });
});
