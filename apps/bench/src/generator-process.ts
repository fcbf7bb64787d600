/** The generated node of a benchmark, in a process of its own. */
import { type ChainCode, chainOnNetwork, type EvmChain, requireChain, type UtxoChain } from '@chaintrail/chains';
import {
  cosmosPlace,
  type EvmGeneratorNode,
  type GeneratorNode,
  MAINNET_SHAPE,
  SIMULATED_NETWORK,
  startCosmosNode,
  startEvmGeneratorNode,
  startGeneratorNode,
} from '@chaintrail/devnet';
import { answerCalls } from './harness/forked.js';
import { type AnsweredChain, cosmosAnswers, evmAnswers, type ReadAlone, readAlone } from './harness/read-alone.js';

export interface GeneratedChain {
  readonly chain: ChainCode;
  /** UTXO chains: payments, payments a block, and whether the node delivers spent outputs. */
  readonly transactions: number;
  readonly perBlock: number;
  readonly spentTxouts?: boolean;
  /** Blocks at the end that are not served at first. Default 0. */
  readonly hidden?: number;
  /** For the blocks of UTXO chains. */
  readonly directory: string;
  /** Account chains: blocks above an empty genesis block. */
  readonly blocks: number;
  /** EVM chains: whether the node traces them. */
  readonly traces?: boolean;
}

export interface Started {
  /** With credentials. */
  readonly url: string;
  /** Events of account chains: logs of the EVM, events of Cosmos chains. */
  readonly events?: number;
}

const TELL_EVERY_MS = 5_000;

let utxo: GeneratorNode | null = null;
let evm: EvmGeneratorNode | null = null;
let answered: AnsweredChain | null = null;
let toldMs = performance.now();

const calls = {
  start(options: GeneratedChain): Promise<Started> {
    const chain = requireChain(options.chain);
    console.error(`Generating ${chain.name} …`);
    switch (chain.family) {
      case 'utxo':
        return startUtxo(chain, options);
      case 'evm':
        return startEvm(chain, options);
      case 'cosmos':
        return startCosmos(cosmosPlace(chain), options.blocks);
    }
  },

  /** Account chains: the cost of only reading all answers. */
  readAlone(): ReadAlone {
    return readAlone(started(answered));
  },

  /** Makes the next block the tip. */
  reveal(): { readonly transactionCount: number; readonly lastTxid: string } {
    return evm === null ? started(utxo).reveal() : evm.chain.grow();
  },

  setLongPoll(isOffered: boolean): void {
    started(utxo).setLongPoll(isOffered);
  },
};
export type GeneratorCalls = typeof calls;

async function startUtxo(chain: UtxoChain, options: GeneratedChain): Promise<Started> {
  const { transactions, perBlock, hidden = 0, spentTxouts = false, directory } = options;
  const shape = { transactions, perBlock, hidden, spentTxOuts: spentTxouts };
  const node = await startGeneratorNode({ ...shape, chain, directory, onProgress: tell });
  utxo = node;
  console.error(`The node serves ${node.tip().height + 1} blocks; ${(node.bytes / 2 ** 20).toFixed(0)} MB are made.`);
  return { url: node.url };
}

async function startEvm(chain: EvmChain, { blocks, traces = false }: GeneratedChain): Promise<Started> {
  const place = chainOnNetwork(chain, SIMULATED_NETWORK.evm);
  if (place?.family !== 'evm') throw new RangeError(`${chain.code} has no network to generate`);
  const node = await startEvmGeneratorNode({ chain, blocks, traces });
  evm = node;
  answered = evmAnswers(place, node);
  return accountNode(node.url, node.chain.totals.transactions, node.chain.totals.logs);
}

async function startCosmos(place: ReturnType<typeof cosmosPlace>, blocks: number): Promise<Started> {
  const node = await startCosmosNode({ place, shape: MAINNET_SHAPE });
  let [transactions, events] = [0, 0];
  for (let made = 1; made <= blocks; made++) {
    const { content } = node.chain.block(node.mine().height);
    transactions += content.transactions.length;
    events += content.begin.length + content.end.length;
    for (const transaction of content.transactions) events += transaction.events.length;
    tell(made);
  }
  answered = cosmosAnswers(place, node);
  return accountNode(node.url, transactions, events);
}

function accountNode(url: string, transactions: number, events: number): Started {
  console.error(`The node serves ${amount(transactions)} transactions with ${amount(events)} events.`);
  return { url, events };
}

function tell(done: number): void {
  if (performance.now() - toldMs < TELL_EVERY_MS) return;
  toldMs = performance.now();
  console.error(`  ${amount(done)}`);
}

function amount(count: number): string {
  return count.toLocaleString('en');
}

function started<T>(thing: T | null): T {
  if (thing === null) throw new Error('the node has not started');
  return thing;
}

answerCalls(calls);
