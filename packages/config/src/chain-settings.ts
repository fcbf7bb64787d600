/** The settings that each chain has of its own. */
import { type Chain, type ChainNetwork, chainOnNetwork } from '@chaintrail/chains';
import type { Secret } from './secret.js';
import { type ChainSetting, chainSetting } from './setting.js';
import {
  integer,
  oneOf,
  onOrOff,
  path,
  postgresUrl,
  postgresUrls,
  type RateFeeds,
  type RpcUrl,
  rateFeeds,
  rpcUrl,
  wsUrl,
  zmqUrl,
} from './values.js';

const HEADER_CHECKS = ['on', 'off'] as const;
const INTERNAL_TRANSFERS_MODES = ['off', 'live', 'full'] as const;

/** The API asks nodes, too. */
const NODE_READERS = ['standalone', 'indexer', 'audit', 'api'] as const;

const chainDatabaseUrl = chainSetting<Secret>({
  readers: ['standalone', 'indexer', 'api', 'migrate', 'audit'],
  secret: true,
  suffix: 'DATABASE_URL',
  schema: () => postgresUrl,
  defaultText: 'DATABASE_URL',
  summary:
    'A [database of its own](scale-out.md#a-server-for-a-chain) for the chain, the same for all programs. What `DATABASE_URL` holds of the chain is ignored then.',
  example: 'postgres://chaintrail:PASSWORD@HOST:5432/chaintrail',
});

const chainDatabaseReadUrl = chainSetting<readonly Secret[]>({
  readers: ['standalone', 'api'],
  secret: true,
  suffix: 'DATABASE_READ_URL',
  schema: () => postgresUrls,
  summary: 'Replicas of it, as in `DATABASE_READ_URL`.',
  example: 'postgres://chaintrail_read:PASSWORD@REPLICA:5432/chaintrail',
});

/** They count also where the chain is not followed: whoever answers about it need not. */
export const DATABASE_SETTINGS: readonly ChainSetting<unknown>[] = [chainDatabaseUrl, chainDatabaseReadUrl];

export const CHAIN_SETTINGS = {
  rpcUrl: chainSetting<RpcUrl>({
    readers: NODE_READERS,
    secret: true,
    suffix: 'RPC_URL',
    schema: () => rpcUrl,
    summary:
      "The node's JSON-RPC endpoint, with user and password where it has them and no cookie file. It makes the indexer follow the chain. On THORChain and MAYAChain it is CometBFT's RPC server (port 26657 or 27147). Elsewhere the API [asks the node](../SECURITY.md#nodes), too: without it, balances of EVM chains that are not stored are `null`, and there are no raw transactions.",
    example: 'http://USER:PASSWORD@HOST:PORT',
  }),
  cookieFile: chainSetting<string>({
    readers: NODE_READERS,
    families: ['utxo'],
    suffix: 'RPC_COOKIE_FILE',
    schema: () => path,
    summary: "The node's `.cookie` file, read again when the node refuses it.",
    example: '/path/to/node/.cookie',
  }),
  network: chainSetting<ChainNetwork>({
    readers: [...NODE_READERS, 'migrate'],
    suffix: 'NETWORK',
    schema: (chain) => oneOf(networkNames(chain)).transform((name) => chainOnNetwork(chain, name)!),
    defaultFor: () => 'mainnet',
    defaultText: 'mainnet',
    summary:
      'The network of the node. Another one is refused, and so is a change once blocks are indexed. The API reads it where it asks the node, `npx chaintrail migrate <code>` where it makes the schema.',
    example: 'regtest',
  }),
  startHeight: chainSetting<number>({
    suffix: 'START_HEIGHT',
    // Heights are part of bigint row keys with 2^20 places per block; 2^31 − 1 is also the nodes' own limit (int).
    schema: () => integer(0, 2 ** 31 - 1),
    defaultFor: (chain) => (chain.family === 'cosmos' ? String(chain.networks[0]?.firstHeight) : '0'),
    defaultText: "0; on THORChain and MAYAChain the network's first block",
    summary:
      'First block to index, where histories and balances begin (`historyFrom`). On THORChain and MAYAChain balances are complete nevertheless if `<CODE>_REST_URL` is set and the node has the state of that block. To change it later, [start over](#starting-a-chain-over).',
    example: '0',
  }),
  reorgLimit: chainSetting<number>({
    // Blocks of the Cosmos family are final: there is nothing to allow.
    families: ['utxo', 'evm'],
    suffix: 'REORG_LIMIT',
    schema: () => integer(0, 100_000),
    defaultFor: (chain) => String(chain.reorgLimit),
    defaultText: "the network's own",
    summary: 'Deepest reorg that is followed. A deeper one halts the chain until this is raised.',
    example: '200',
  }),
  pollMs: chainSetting<number>({
    suffix: 'POLL_MS',
    schema: () => integer(50, 600_000),
    defaultFor: () => '250',
    defaultText: '250',
    summary: 'Milliseconds between polls for new blocks at the tip. By default a block is readable within a second.',
    example: '250',
  }),
  mempoolLimit: chainSetting<number>({
    families: ['utxo', 'evm'],
    suffix: 'MEMPOOL_LIMIT',
    schema: () => integer(0, 1_000_000),
    defaultFor: (chain) => (chain.family === 'evm' && !chain.hasPublicMempool ? '0' : '500000'),
    defaultText: '500000; 0 on layer 2s, whose nodes show at most their own',
    summary:
      'Most [unconfirmed transactions](chains/README.md#unconfirmed-transactions) that are followed; more wait for room. With `0`, `pending` is `null`.',
    example: '50000',
  }),
  mempoolPollMs: chainSetting<number>({
    families: ['utxo', 'evm'],
    suffix: 'MEMPOOL_POLL_MS',
    schema: () => integer(100, 600_000),
    defaultFor: () => '1000',
    defaultText: '1000',
    summary:
      "Milliseconds between looks at the node's mempool. A long list is read less often, and at once after a lost notification (`<CODE>_ZMQ_URL`).",
    example: '1000',
  }),
  scriptHashIndex: chainSetting<boolean>({
    readers: ['standalone', 'indexer'],
    families: ['utxo'],
    suffix: 'SCRIPTHASH_INDEX',
    schema: () => onOrOff,
    defaultFor: () => 'off',
    defaultText: 'off; under `npm start` on for Bitcoin, and for all in the demo',
    summary:
      'Whether addresses are found by the SHA-256 of their script, as BDK and other wallets ask: [an index entry each](first-sync.md#script-hashes).',
    example: 'on',
  }),
  zmqUrl: chainSetting<string>({
    families: ['utxo'],
    suffix: 'ZMQ_URL',
    schema: () => zmqUrl,
    summary:
      'Where the node publishes notifications (`-zmqpubhashblock`, `-zmqpubsequence` or `-zmqpubhashtx`), by default what it says. Optional: blocks and transactions show sooner.',
    example: 'tcp://127.0.0.1:28332',
  }),
  wsUrl: chainSetting<string>({
    families: ['evm', 'cosmos'],
    // Providers put keys into paths.
    secret: true,
    suffix: 'WS_URL',
    schema: () => wsUrl,
    defaultText: 'none; on THORChain and MAYAChain `/websocket` of `<CODE>_RPC_URL`',
    summary:
      "The node's WebSocket endpoint for notifications of new blocks (`eth_subscribe`, on THORChain and MAYAChain `NewBlock`), with user and password of `<CODE>_RPC_URL`. Optional: blocks show sooner.",
    example: 'ws://HOST:PORT',
  }),
  restUrl: chainSetting<RpcUrl>({
    readers: NODE_READERS,
    families: ['cosmos'],
    secret: true,
    suffix: 'REST_URL',
    schema: () => rpcUrl,
    summary:
      "The node's REST server (Cosmos SDK API, port 1317). The indexer asks it once for all balances before the first indexed block, audits for balances, the API for names and balances beyond the history. [Without it](chains/thorchain.md#the-node-of-a-cosmos-chain) balances start from the genesis or are `null`.",
    example: 'http://HOST:1317',
  }),
  headerChecks: chainSetting<HeaderChecks>({
    families: ['evm', 'cosmos'],
    suffix: 'HEADER_CHECKS',
    schema: () => oneOf(HEADER_CHECKS),
    defaultFor: () => 'on',
    defaultText: 'on',
    summary:
      'Whether blocks must match their headers: on Ethereum and its layer 2s [all that a header commits to](chains/ethereum.md#what-a-header-commits-to), on THORChain and MAYAChain the [results of each block](chains/thorchain.md#results-that-are-not-whole). `off` is for a trusted node on a slow machine, or where no node has the results whole.',
    example: 'on',
  }),
  internalTransfers: chainSetting<InternalTransfersMode>({
    families: ['evm'],
    suffix: 'INTERNAL_TRANSFERS',
    schema: () => oneOf(INTERNAL_TRANSFERS_MODES),
    defaultFor: () => 'live',
    defaultText: 'live',
    summary:
      'Which blocks are traced for [internal transfers](internal-transfers.md), what contracts send on: `off` none, `live` new ones at the tip, `full` all, by an archive node. Where the node cannot trace, the log says so.',
    example: 'live',
  }),
  traceWaitMs: chainSetting<number>({
    families: ['evm'],
    suffix: 'TRACE_WAIT',
    schema: () => integer(0, 600_000),
    defaultFor: (chain) => String(Math.min(3_000, Math.max(500, 1_000 * chain.blockSeconds))),
    defaultText: '3000; 500 to 2000 on chains with quick blocks',
    summary:
      'Milliseconds that a block at the tip waits for its traces. Then it is indexed without; internal transfers follow.',
    example: '5000',
  }),
  rateFeeds: chainSetting<RateFeeds>({
    readers: ['standalone', 'indexer'],
    families: ['evm'],
    suffix: 'RATE_FEEDS',
    schema: () => rateFeeds,
    defaultText: "Chainlink's on main networks, else none",
    summary:
      "Contracts on the chain that tell rates as Chainlink's aggregators do, in the place of [those known](rates.md). `sequencer=` names a layer 2's uptime feed.",
    example: 'BTC=0xD702DD976Fb76Fffc2D3963D037dfDae5b04E593',
  }),
  databaseUrl: chainDatabaseUrl,
  databaseReadUrl: chainDatabaseReadUrl,
} as const;

/** Whether blocks are compared with their headers. */
export type HeaderChecks = (typeof HEADER_CHECKS)[number];
/** Which blocks are traced for internal transfers. */
export type InternalTransfersMode = (typeof INTERNAL_TRANSFERS_MODES)[number];

/** The settings that a chain has. */
export function settingsOf(chain: Chain): readonly ChainSetting<unknown>[] {
  return (Object.values(CHAIN_SETTINGS) as readonly ChainSetting<unknown>[]).filter(
    ({ families }) => families === null || families.includes(chain.family),
  );
}

/** `BTC_RPC_URL` */
export function chainVariable(code: string, setting: { readonly suffix: string }): string {
  return `${code.toUpperCase()}_${setting.suffix}`;
}

function networkNames(chain: Chain): readonly [string, ...string[]] {
  const [first, ...others] = chain.networks.map((network) => network.name);
  if (first === undefined) throw new RangeError(`chain ${chain.code} has no network`);
  return [first, ...others];
}
