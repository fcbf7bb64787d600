/** Ethereum in the demo network: a real node, Anvil, where its optional binary is installed. */
import { findAnvil } from '@chaintrail/anvil';
import { AnvilProcess } from './anvil-process.js';
import { layFeeds } from './lay-feeds.js';
import { DEMO_MNEMONIC } from './people.js';
import { FIRST_BLOCKS_SECONDS, startTraffic } from './traffic.js';

export interface AnvilDemo {
  readonly url: string;
  readonly wsUrl: string;
  close(): Promise<void>;
}

/**
 * @param folder holds the chain between runs
 * @param doing told what is being done
 * @param onTrouble one line about what goes wrong later
 * @returns undefined where Anvil is not installed
 * @throws Error when it is, and does not start
 */
export async function startAnvilDemo(
  folder: string,
  port: number,
  doing: (what: string) => void,
  onTrouble: (line: string) => void,
): Promise<AnvilDemo | undefined> {
  const found = findAnvil();
  if ('missing' in found) return undefined;
  const startTime = Math.floor(Date.now() / 1000) - FIRST_BLOCKS_SECONDS;
  const { binary } = found;
  doing('starting Anvil, a node of Ethereum');
  const node = await AnvilProcess.start({ binary, port, folder, mnemonic: DEMO_MNEMONIC, startTime, onTrouble });
  try {
    await layFeeds(node.url);
    const traffic = await startTraffic(node.url, doing, onTrouble);
    return {
      url: node.url,
      wsUrl: node.wsUrl,
      close: async () => {
        await traffic.stop();
        await node.stop();
      },
    };
  } catch (error) {
    await node.stop();
    throw error;
  }
}
