/**
 * The generated node of a benchmark. It has its own process, so that its processor time and memory are not measured. It
 * ends with the benchmark.
 */
import { rmSync } from 'node:fs';
import { type ChainCode, chainOnNetwork, decodeUtxoBlock, requireChain, requireUtxoChain } from '@chaintrail/chains';
import {
  cosmosPlace,
  type GeneratorNode,
  MAINNET_SHAPE,
  SIMULATED_NETWORK,
  startCosmosNode,
  startEvmGeneratorNode,
  startGeneratorNode,
} from '@chaintrail/devnet';
import type {
  AccountNodeReady,
  AccountNodeStart,
  NodeMessage,
  NodeReady,
  NodeRequest,
  NodeStart,
  ReadAlone,
  UpcomingBlock,
} from './harness/node-messages.js';
import { type AnsweredChain, cosmosAnswers, evmAnswers, readAlone } from './harness/read-alone.js';

let node: GeneratorNode | null = null;
let answered: AnsweredChain | null = null;
let chainCode: ChainCode = 'btc';

function send(message: NodeMessage): void {
  process.send?.(message);
}

async function start(request: NodeStart): Promise<NodeReady> {
  const { chain, transactions, perBlock, maxWeight, spentTxOuts, directory, hidden } = request;
  chainCode = chain;
  // The parent has ended, and nobody else removes the blocks.
  process.once('disconnect', () => {
    rmSync(directory, { recursive: true, force: true });
    process.exit();
  });
  const started = await startGeneratorNode({
    chain: requireUtxoChain(chain),
    transactions,
    perBlock,
    ...(maxWeight === null ? {} : { maxWeight }),
    spentTxOuts,
    directory,
    ...(hidden > 0 ? { revealed: 1 } : {}),
    onProgress: (made) => send({ kind: 'progress', done: made }),
  });
  if (hidden > 0) started.reveal(started.blocks - 1 - hidden);
  node = started;
  return { url: started.url, tip: started.tip(), bytes: started.bytes };
}

/** The node of an account chain leaves no files behind. */
async function startAccount({ chain: code, blocks }: AccountNodeStart): Promise<AccountNodeReady> {
  const chain = requireChain(code);
  process.once('disconnect', () => process.exit());
  switch (chain.family) {
    case 'evm': {
      const place = chainOnNetwork(chain, SIMULATED_NETWORK.evm);
      if (place?.family !== 'evm') throw new RangeError(`${code} has no network to generate`);
      const node = await startEvmGeneratorNode({ chain, blocks });
      answered = evmAnswers(place, node);
      const { transactions, logs } = node.totals;
      return { url: node.url, tip: node.tip(), transactions, events: logs };
    }
    case 'cosmos': {
      const place = cosmosPlace(chain);
      const node = await startCosmosNode({ place, shape: MAINNET_SHAPE });
      const totals = { transactions: 0, events: 0 };
      for (let made = 1; made <= blocks; made++) {
        const { begin, transactions, end } = node.chain.block(node.mine().height).content;
        totals.transactions += transactions.length;
        totals.events += transactions.reduce((sum, { events }) => sum + events.length, begin.length + end.length);
        if (made % 1_000 === 0) send({ kind: 'progress', done: made });
      }
      answered = cosmosAnswers(place, node);
      return { url: node.url, tip: node.tip(), ...totals };
    }
    case 'utxo':
      throw new RangeError(`${code} is no account chain`);
  }
}

function readAnswers(): ReadAlone {
  if (answered === null) throw new Error('the node has not started');
  return readAlone(answered, (done) => send({ kind: 'progress', done }));
}

function upcoming(of: GeneratorNode): UpcomingBlock {
  const block = decodeUtxoBlock(requireUtxoChain(chainCode), of.upcoming());
  const last = Buffer.from(block.txids.subarray((block.txCount - 1) * 32)).reverse();
  return {
    height: of.tip().height + 1,
    transactions: block.txCount,
    lastTxid: last.toString('hex'),
  };
}

async function answer(request: NodeRequest): Promise<NodeMessage> {
  if (request.kind === 'start') return { kind: 'answer', value: await start(request) };
  if (request.kind === 'startAccount') return { kind: 'answer', value: await startAccount(request) };
  if (request.kind === 'readAlone') return { kind: 'answer', value: readAnswers() };
  if (node === null) throw new Error('the node has not started');
  if (request.kind === 'upcoming') return { kind: 'answer', value: upcoming(node) };
  if (request.kind === 'reveal') return { kind: 'answer', value: node.reveal() };
  node.setLongPoll(request.offered);
  return { kind: 'answer', value: null };
}

// Ctrl-C in a terminal reaches this process too; the benchmark decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('message', (request: NodeRequest) => {
  answer(request).then(send, (error: unknown) => send({ kind: 'failed', reason: String(error) }));
});
