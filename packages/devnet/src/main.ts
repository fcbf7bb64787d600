/** Runs one simulated node alone, until it is interrupted. */
import { parseArgs } from 'node:util';
import { CHAINS, type Chain, type CosmosChain, type EvmChain, type UtxoChain } from '@chaintrail/chains';
import { type CosmosNodeSimulation, startCosmosNode } from './cosmos/node/start-cosmos-node.js';
import type { SimulatedEvmNode } from './evm/node/simulated-evm-node.js';
import { startSimulatedEvmNode } from './evm/node/start-simulated-evm-node.js';
import { dialectOf } from './node/dialect.js';
import { cosmosPlace, networkOf, SIMULATED_NETWORK } from './node/networks.js';
import type { NodeControls, SimulatedNode } from './node/simulated-node.js';
import { startSimulatedNode } from './node/start-simulated-node.js';

const USAGE = `usage: node packages/devnet/dist/main.js --chain ${CHAINS.map(({ code }) => code).join('|')} [options]
  --port N            that of the chain's node on regtest; 8545; 26657
  --blocks N          blocks there are at least at the start (300)
  --tx-per-block N    average payments a block (20)
  --mine-every S      seconds between blocks (10); 0: none
  --reorg-every N     a reorganization every N blocks (never)
  --seed N            1
  --state FILE        journal that lets a later run continue the same chain
of eth, arb, op and base only:
  --tracer NAME       callTracer, as geth traces; parity, as erigon does; none (callTracer)
  --state-blocks N    blocks below the tip whose state is kept (all)
of rune and cacao only, with REST on the same port and no reorganizations:
  --network NAME      mocknet
of the others only:
  --network NAME      regtest
  --user, --password  demo, demo
  --fill-mempool N    cheap transactions that wait and are never mined (0)
  --zmq               publish by ZMQ what the chain's node publishes
  --zmq-port N        28332
  --subsidy N         base units that every block makes, instead of the chain's regtest schedule
  --maturity N        confirmations before a coinbase may be spent, instead of regtest's
  --spent-tx-outs     serve /rest/spenttxouts, as Core 30 does
  --serial-version N  Litecoin: 1 without MWEB bytes, 2 with them`;

/** @throws RangeError when the text is not a whole number */
function integer(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new RangeError(`--${name} takes a whole number, not ${text}`);
  return Number(text);
}

const TRACERS = new Map([
  ['callTracer', 'callTracer'],
  ['parity', 'parity'],
  ['none', null],
] as const);
/** geth's --http.port. */
const EVM_PORT = 8545;
/** CometBFT's rpc.laddr. */
const COSMOS_PORT = 26657;

function readArguments() {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: {
      chain: { ...text, default: 'btc' },
      network: text,
      port: text,
      user: { ...text, default: 'demo' },
      password: { ...text, default: 'demo' },
      blocks: { ...text, default: '300' },
      'tx-per-block': { ...text, default: '20' },
      'mine-every': { ...text, default: '10' },
      'reorg-every': text,
      seed: { ...text, default: '1' },
      state: text,
      'fill-mempool': { ...text, default: '0' },
      zmq: { type: 'boolean', default: false },
      'zmq-port': { ...text, default: '28332' },
      subsidy: text,
      maturity: text,
      'spent-tx-outs': { type: 'boolean', default: false },
      'serial-version': { ...text, default: '2' },
      tracer: { ...text, default: 'callTracer' },
      'state-blocks': text,
    },
  });
  return values;
}

type Values = ReturnType<typeof readArguments>;

function commonOptions(values: Values, blockSeconds: number, port: number) {
  const blocks = integer('blocks', values.blocks);
  const mineEveryMs = integer('mine-every', values['mine-every']) * 1000;
  const reorgEvery = values['reorg-every'];
  return {
    port: values.port === undefined ? port : integer('port', values.port),
    blocks,
    txPerBlock: integer('tx-per-block', values['tx-per-block']),
    mineEveryMs: mineEveryMs || null,
    reorgEveryBlocks: reorgEvery === undefined ? null : integer('reorg-every', reorgEvery) || null,
    seed: integer('seed', values.seed),
    // The mined history ends about now; a state file keeps the time of its first run.
    startTime: Math.floor(Date.now() / 1000 - blocks * blockSeconds),
    ...(values.state === undefined ? {} : { stateFile: values.state }),
  };
}

async function startUtxo(chain: UtxoChain, values: Values): Promise<SimulatedNode> {
  const node = await startSimulatedNode({
    ...commonOptions(values, chain.blockSeconds, dialectOf(chain).port),
    historyEnds: Math.floor(Date.now() / 1000),
    chain,
    network: networkOf(chain, values.network ?? SIMULATED_NETWORK.utxo),
    user: values.user,
    password: values.password,
    zmq: values.zmq,
    zmqPort: integer('zmq-port', values['zmq-port']),
    ...(values.subsidy === undefined ? {} : { subsidy: BigInt(values.subsidy) }),
    ...(values.maturity === undefined ? {} : { coinbaseMaturity: integer('maturity', values.maturity) }),
    spentTxOuts: values['spent-tx-outs'],
    serialVersion: values['serial-version'] === '1' ? 1 : 2,
  });
  const fill = integer('fill-mempool', values['fill-mempool']);
  if (fill > 0) node.fillMempool(fill);
  if (node.zmqAddress !== null) console.log(`publishing on ${node.zmqAddress}`);
  return node;
}

async function startEvm(chain: EvmChain, values: Values): Promise<SimulatedEvmNode> {
  const tracer = TRACERS.get(values.tracer as 'none');
  if (tracer === undefined) throw new RangeError(`--tracer takes ${[...TRACERS.keys()].join(', ')}`);
  const kept = values['state-blocks'];
  const node = await startSimulatedEvmNode({
    ...commonOptions(values, chain.blockSeconds, EVM_PORT),
    chain,
    tracer,
    stateBlocks: kept === undefined ? null : integer('state-blocks', kept),
  });
  console.log(`subscriptions on ${node.wsUrl}`);
  return node;
}

async function startCosmos(chain: CosmosChain, values: Values): Promise<CosmosNodeSimulation> {
  const node = await startCosmosNode({
    ...commonOptions(values, chain.blockSeconds, COSMOS_PORT),
    place: cosmosPlace(chain, values.network),
  });
  console.log(`subscriptions on ${node.wsUrl}`);
  return node;
}

function startNode(chain: Chain, values: Values): Promise<NodeControls> {
  switch (chain.family) {
    case 'utxo':
      return startUtxo(chain, values);
    case 'evm':
      return startEvm(chain, values);
    case 'cosmos':
      return startCosmos(chain, values);
  }
}

async function main(): Promise<void> {
  const values = readArguments();
  const chain = CHAINS.find(({ code }) => code === values.chain);
  if (!chain) throw new RangeError(`--chain ${values.chain} is not known`);
  const node = await startNode(chain, values);
  const { height, hash } = node.tip();
  console.log(`listening on ${new URL(node.url).origin}, height ${height}, tip ${hash}`);
  console.log(`busy address: ${node.exampleAddresses().hot}`);
  const stop = (): void => {
    node.close().catch((cause: unknown) => {
      console.error(cause);
      process.exitCode = 1;
    });
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

try {
  await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  console.error(USAGE);
  process.exitCode = 1;
}
