/** A chain with everything that a history can hold, around one busy address, and databases with it. */
import { formatAddress, requireUtxoChain } from '@chaintrail/chains';
import { cloneDatabase, createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import {
  keyOf,
  type SeededChain,
  type SeedInput,
  type SeedOptions,
  type SeedTransaction,
  seedChain,
} from './seed-chain.js';

export const BUSY = keyOf('busy');
export const OTHER = keyOf('other');
const DATA_SCRIPT = Buffer.from('6a0568656c6c6f', 'hex');

/** Transactions by what is special about them, as indexes of {@link SeedTransaction} in the chain. */
export interface DemoChain {
  readonly blocks: SeedTransaction[][];
  readonly named: {
    readonly [name in 'genesis' | 'manyInputs' | 'manyOutputs' | 'self' | 'pays' | 'longScript']: number;
  };
}

export function demoChain(): DemoChain {
  const blocks: SeedTransaction[][] = [];
  let count = 0;
  const add = (block: SeedTransaction[], transaction: SeedTransaction): number => {
    block.push(transaction);
    return count++;
  };
  const startBlock = (key = OTHER): SeedTransaction[] => {
    const block: SeedTransaction[] = [];
    blocks.push(block);
    add(block, { inputs: [], outputs: [{ key, value: 5_000_000_000n }] });
    return block;
  };

  startBlock(BUSY);
  const fan = startBlock();
  const fanOut = add(fan, {
    inputs: [{ tx: 1, vout: 0 }],
    outputs: Array.from({ length: 100 }, (_, vout) => ({
      key: vout % 3 === 0 ? BUSY : OTHER,
      value: BigInt(1_000 + vout),
    })),
  });
  for (let block = 0; block < 12; block++) {
    const transactions = startBlock();
    for (let i = 0; i < 5; i++) {
      add(transactions, {
        inputs: [{ tx: fanOut, vout: 40 + block * 5 + i }],
        outputs: [{ key: BUSY, value: BigInt(7 + i) }],
      });
    }
  }
  const last = startBlock();
  const foreign: SeedInput[] = Array.from({ length: 25 }, (_, i) => ({ tx: fanOut, vout: 1 + (i >> 1) * 3 + (i & 1) }));
  const manyInputs = add(last, {
    inputs: [...foreign, { tx: fanOut, vout: 0 }],
    outputs: [{ key: OTHER, value: 1_000n }],
  });
  const manyOutputs = add(last, {
    inputs: [{ tx: 3, vout: 0 }],
    outputs: Array.from({ length: 40 }, (_, vout) => ({ key: vout === 33 ? BUSY : OTHER, value: 10n + BigInt(vout) })),
  });
  const self = add(last, { inputs: [{ tx: manyOutputs, vout: 33 }], outputs: [{ key: BUSY, value: 40n }] });
  const pays = add(last, {
    inputs: [{ tx: fanOut, vout: 3 }],
    outputs: [
      { key: OTHER, value: 600n },
      { key: BUSY, value: 300n },
      { key: null, value: 0n, script: DATA_SCRIPT, unspendable: true },
    ],
  });
  const longScript = add(last, {
    inputs: [{ tx: fanOut, vout: 6 }],
    outputs: [{ key: null, value: 5n, script: Buffer.alloc(1_500, 0x51) }],
  });
  return { blocks, named: { genesis: 0, manyInputs, manyOutputs, self, pays, longScript } };
}

/** Bitcoin's network that the chain is on. */
export const REGTEST = requireUtxoChain('btc').networks.find(({ name }) => name === 'regtest')!;
export const BUSY_ADDRESS = formatAddress(REGTEST, BUSY);

interface DemoDatabase {
  readonly database: TestDatabase;
  readonly seeded: SeededChain;
}
const templates = new Map<string, Promise<DemoDatabase>>();

async function makeTemplate(options: SeedOptions): Promise<DemoDatabase> {
  const database = await createChainDatabase({ ...options, indexed: true });
  return { database, seeded: await seedChain(database.url, options) };
}

/** The chain of `demoChain` as Bitcoin's: written once for a worker, and cloned in a tenth of that time. */
export async function demoDatabase(own: Pick<Partial<SeedOptions>, 'nodeHeight'> = {}): Promise<DemoDatabase> {
  const name = JSON.stringify(own);
  const options = { chain: 'btc', network: 'regtest', blocks: demoChain().blocks, ...own } as const;
  const template = templates.get(name) ?? makeTemplate(options);
  templates.set(name, template);
  const { database, seeded } = await template;
  return { database: await cloneDatabase(database), seeded };
}
