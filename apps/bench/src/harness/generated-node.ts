/** A node of a generated chain, in a process of its own. */
import { tmpdir } from 'node:os';
import type { Chain } from '@chaintrail/chains';
import { temporaryFolder } from '@chaintrail/testkit';
import type { GeneratedChain, GeneratorCalls, Started } from '../generator-process.js';
import { Forked } from './forked.js';
import type { Cleanup } from './run.js';

export type GeneratedNode = Started & { readonly process: Forked<GeneratorCalls> };

/** Generates a chain and serves it. */
export async function startGeneratedNode(
  chain: Chain,
  options: Omit<GeneratedChain, 'chain' | 'directory'>,
  cleanup: Cleanup,
): Promise<GeneratedNode> {
  const process = new Forked<GeneratorCalls>('generator-process', cleanup);
  const directory = await temporaryFolder('bench-node', tmpdir());
  return { ...(await process.call('start', { ...options, chain: chain.code, directory })), process };
}
