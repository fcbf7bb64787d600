/** The product client's reading of answers about things that are not there. */
import { BlockNotFoundError } from '@chaintrail/chains';
import { EvmNode } from '@chaintrail/chains/node';
import { expect } from 'vitest';
import { localEvmChain } from '../../support/evm-chain.js';
import type { Contracts } from './evm-plays.js';
import type { EvmWorld } from './evm-world.js';

/** @param software that the node calls itself */
export async function expectAnswersUnderstood(world: EvmWorld, contracts: Contracts, software: RegExp): Promise<void> {
  const { chain, network } = localEvmChain(world.chain.code);
  const { rpcUrl: url, wsUrl } = world.node;
  const node = new EvmNode({ chain, network, endpoint: { url, wsUrl } });
  try {
    expect((await node.preflight(0)).subversion).toMatch(software);
    expect(await node.tracer()).toBe('callTracer');
    const tip = await node.tip();
    const unknown = { height: tip.height, hash: 'ab'.repeat(32) };
    expect(await node.blockHashAt(tip.height + 1_000)).toBeNull();
    await expect(node.rawBlock(unknown.hash)).rejects.toBeInstanceOf(BlockNotFoundError);
    await expect(node.rawTraces(unknown)).rejects.toBeInstanceOf(BlockNotFoundError);
    await expect(node.balances([Buffer.alloc(20, 1)], unknown)).rejects.toBeInstanceOf(BlockNotFoundError);
    const { address, interface: functions } = contracts.reverter;
    const to = Buffer.from(address.slice(2), 'hex');
    const fail = { to, data: Buffer.from(functions.encodeFunctionData('fail').slice(2), 'hex') };
    expect(await node.calls([fail], tip)).toEqual([null]);
  } finally {
    await node.close();
  }
}
