/** Ethereum in the demo network: a real node, Anvil, where its optional binary is installed. */
import { findAnvil } from '@chaintrail/anvil';
import { AnvilProcess } from './anvil-process.js';
import { DEMO_MNEMONIC } from './people.js';
import { FIRST_BLOCKS_SECONDS, startTraffic } from './traffic.js';

export interface AnvilDemo {
  readonly url: string;
  readonly wsUrl: string;
  close(): Promise<void>;
}

/**
 * @param folder holds the chain between runs
 * @returns undefined where Anvil is not installed
 * @throws Error when it is, and does not start
 */
export async function startAnvilDemo(
  folder: string,
  onTrouble: (line: string) => void,
): Promise<AnvilDemo | undefined> {
  const found = findAnvil();
  if ('missing' in found) return undefined;
  const startTime = Math.floor(Date.now() / 1000) - FIRST_BLOCKS_SECONDS;
  const { binary } = found;
  const node = await AnvilProcess.start({ binary, folder, mnemonic: DEMO_MNEMONIC, startTime, onTrouble });
  try {
    const traffic = await startTraffic(node.url, onTrouble);
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
