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

const follower = {
  readers: ['standalone', 'indexer', 'audit'],
  requiredBy: [],
  secret: false,
  families: null,
} as const;
/** The API asks nodes, too. */
const NODE_READERS = ['standalone', 'indexer', 'audit', 'api'] as const;

const chainDatabaseUrl: ChainSetting<Secret> = {
  ...follower,
  readers: ['standalone', 'indexer', 'api', 'migrate', 'audit'],
  secret: true,
  suffix: 'DATABASE_URL',
  schema: () => postgresUrl,
  defaultFor: () => null,
  defaultText: 'DATABASE_URL',
  summary:
    'A [database of its own](scale-out.md#a-server-for-a-chain) for the chain. Every program has to be told the same. What `DATABASE_URL` holds of the chain is not looked at then.',
  example: 'postgres://chaintrail:PASSWORD@HOST:5432/chaintrail',
};

const chainDatabaseReadUrl: ChainSetting<readonly Secret[]> = {
  ...chainDatabaseUrl,
  readers: ['standalone', 'api'],
  suffix: 'DATABASE_READ_URL',
  schema: () => postgresUrls,
  defaultText: '',
  summary: 'Streaming replicas of `<CODE>_DATABASE_URL`, as `DATABASE_READ_URL` has those of `DATABASE_URL`.',
  example: 'postgres://chaintrail_read:PASSWORD@REPLICA:5432/chaintrail',
};

/** They count also where the chain is not followed: whoever answers about it need not. */
export const DATABASE_SETTINGS: readonly ChainSetting<unknown>[] = [chainDatabaseUrl, chainDatabaseReadUrl];

export const CHAIN_SETTINGS = {
  rpcUrl: chainSetting<RpcUrl>({
    ...follower,
    readers: NODE_READERS,
    secret: true,
    suffix: 'RPC_URL',
    schema: () => rpcUrl,
    defaultFor: () => null,
    defaultText: '',
    summary:
      "The node's JSON-RPC endpoint, with user and password inside unless there are none or a cookie file is used. Setting it makes the indexer follow the chain. On THORChain and MAYAChain it is the RPC server of CometBFT (port 26657 or 27147). Elsewhere the API [asks the node](../SECURITY.md#nodes), too: without it, balances of account chains that are not stored are `null`, and there are no raw transactions.",
    example: 'http://USER:PASSWORD@HOST:PORT',
  }),
  cookieFile: chainSetting<string>({
    ...follower,
    readers: NODE_READERS,
    families: ['utxo'],
    suffix: 'RPC_COOKIE_FILE',
    schema: () => path,
    defaultFor: () => null,
    defaultText: '',
    summary:
      "The node's `.cookie` file, read again whenever the node refuses it, since every node start writes a new one.",
    example: '/path/to/node/.cookie',
  }),
  network: chainSetting<ChainNetwork>({
    ...follower,
    readers: [...NODE_READERS, 'migrate'],
    suffix: 'NETWORK',
    schema: (chain) => oneOf(networkNames(chain)).transform((name) => chainOnNetwork(chain, name)!),
    defaultFor: () => 'mainnet',
    defaultText: 'mainnet',
    summary:
      'The network the node is on. Another one is refused, and so is a change once blocks are indexed. The API reads it where it asks the node, and `npx chaintrail migrate <code>` where it makes the schema of a chain.',
    example: 'regtest',
  }),
  startHeight: chainSetting<number>({
    ...follower,
    suffix: 'START_HEIGHT',
    // Heights are part of bigint row keys with 2^20 places per block; 2^31 − 1 is also the nodes' own limit (int).
    schema: () => integer(0, 2 ** 31 - 1),
    defaultFor: (chain) => (chain.family === 'cosmos' ? String(chain.networks[0]?.firstHeight) : '0'),
    defaultText: "0; on THORChain and MAYAChain the network's first block",
    summary:
      'First block to index. History and balances count from there (`historyFrom`). On THORChain and MAYAChain balances are complete nevertheless if `<CODE>_REST_URL` is set and the node has the state of that block. Once blocks are indexed, [start over](#starting-a-chain-over) to change it.',
    example: '0',
  }),
  reorgLimit: chainSetting<number>({
    ...follower,
    // Blocks of the Cosmos family are final: there is nothing to allow.
    families: ['utxo', 'evm'],
    suffix: 'REORG_LIMIT',
    schema: () => integer(0, 100_000),
    defaultFor: (chain) => String(chain.reorgLimit),
    defaultText: "the network's own",
    summary: 'Deepest reorg, in blocks, that is followed. A deeper one halts the chain until this is raised.',
    example: '200',
  }),
  pollMs: chainSetting<number>({
    ...follower,
    suffix: 'POLL_MS',
    schema: () => integer(50, 600_000),
    defaultFor: () => '250',
    defaultText: '250',
    summary:
      'Milliseconds between two polls for a new block at the tip. The default makes a block readable within a second.',
    example: '250',
  }),
  mempoolLimit: chainSetting<number>({
    ...follower,
    families: ['utxo', 'evm'],
    suffix: 'MEMPOOL_LIMIT',
    schema: () => integer(0, 1_000_000),
    defaultFor: (chain) => (chain.family === 'evm' && !chain.hasPublicMempool ? '0' : '500000'),
    defaultText: '500000; 0 on layer 2s, whose nodes show none or only their own',
    summary:
      'Most [unconfirmed transactions](chains/README.md#unconfirmed-transactions) that are followed; more wait until there is room. `0` follows none: `pending` is then `null`.',
    example: '50000',
  }),
  mempoolPollMs: chainSetting<number>({
    ...follower,
    families: ['utxo', 'evm'],
    suffix: 'MEMPOOL_POLL_MS',
    schema: () => integer(100, 600_000),
    defaultFor: () => '1000',
    defaultText: '1000',
    summary:
      "Milliseconds between two looks at the node's list of unconfirmed transactions. A long list is read less often, and at once after a notification (`<CODE>_ZMQ_URL`) was lost.",
    example: '1000',
  }),
  scriptHashIndex: chainSetting<boolean>({
    ...follower,
    readers: ['standalone', 'indexer'],
    families: ['utxo'],
    suffix: 'SCRIPTHASH_INDEX',
    schema: () => onOrOff,
    defaultFor: () => 'off',
    defaultText: 'off; under `npm start` on for Bitcoin, and for all in the demo',
    summary:
      'Whether addresses are found by the SHA-256 of their script, as BDK and other wallets ask: [one index entry for each address](first-sync.md#script-hashes).',
    example: 'on',
  }),
  zmqUrl: chainSetting<string>({
    ...follower,
    families: ['utxo'],
    suffix: 'ZMQ_URL',
    schema: () => zmqUrl,
    defaultFor: () => null,
    defaultText: '',
    summary:
      'Where the node publishes notifications (`-zmqpubhashblock`, `-zmqpubsequence` or `-zmqpubhashtx`). Without it the node is asked, and what it says is used. Nothing depends on them: they make blocks and transactions show sooner.',
    example: 'tcp://127.0.0.1:28332',
  }),
  wsUrl: chainSetting<string>({
    ...follower,
    families: ['evm', 'cosmos'],
    // Providers put keys into paths.
    secret: true,
    suffix: 'WS_URL',
    schema: () => wsUrl,
    defaultFor: () => null,
    defaultText: 'none; on THORChain and MAYAChain `/websocket` of `<CODE>_RPC_URL`',
    summary:
      "The node's WebSocket endpoint, for its notifications of new blocks (`eth_subscribe`, on THORChain and MAYAChain `NewBlock`), without user and password: those of `<CODE>_RPC_URL` are used. Nothing depends on them: they make blocks show sooner.",
    example: 'ws://HOST:PORT',
  }),
  restUrl: chainSetting<RpcUrl>({
    ...follower,
    readers: NODE_READERS,
    families: ['cosmos'],
    secret: true,
    suffix: 'REST_URL',
    schema: () => rpcUrl,
    defaultFor: () => null,
    defaultText: '',
    summary:
      "The node's REST server (Cosmos SDK API, port 1317). The indexer asks it once for all balances before the first indexed block, audits for balances, the API for names and for balances that the history does not tell. [Without it](chains/thorchain.md#the-node-of-a-cosmos-chain) balances start from the genesis or are `null`.",
    example: 'http://HOST:1317',
  }),
  headerChecks: chainSetting<HeaderChecks>({
    ...follower,
    families: ['evm', 'cosmos'],
    suffix: 'HEADER_CHECKS',
    schema: () => oneOf(HEADER_CHECKS),
    defaultFor: () => 'on',
    defaultText: 'on',
    summary:
      'Whether blocks are compared with their headers before they are indexed. On Ethereum and its layer 2s that is [all that a header commits to](chains/ethereum.md#what-a-header-commits-to), on THORChain and MAYAChain the [results of each block](chains/thorchain.md#results-that-are-not-whole). `off` takes what the node says: for a trusted node on a slow machine, or where no node has the results whole.',
    example: 'on',
  }),
  internalTransfers: chainSetting<InternalTransfersMode>({
    ...follower,
    families: ['evm'],
    suffix: 'INTERNAL_TRANSFERS',
    schema: () => oneOf(INTERNAL_TRANSFERS_MODES),
    defaultFor: () => 'live',
    defaultText: 'live',
    summary:
      'Which blocks are traced for [internal transfers](internal-transfers.md), the amounts that contracts send on: `off` none, `live` new ones at the tip, `full` all, which takes an archive node. Where the node cannot trace, nothing is traced and the log says so.',
    example: 'live',
  }),
  traceWaitMs: chainSetting<number>({
    ...follower,
    families: ['evm'],
    suffix: 'TRACE_WAIT',
    schema: () => integer(0, 600_000),
    defaultFor: (chain) => String(Math.min(3_000, Math.max(500, 1_000 * chain.blockSeconds))),
    defaultText: '3000; 500 to 2000 on chains with quick blocks',
    summary:
      'Milliseconds that a block at the tip waits for its traces once block and receipts are there. Then it is indexed without; internal transfers follow.',
    example: '5000',
  }),
  rateFeeds: chainSetting<RateFeeds>({
    ...follower,
    readers: ['standalone', 'indexer'],
    families: ['evm'],
    suffix: 'RATE_FEEDS',
    schema: () => rateFeeds,
    defaultFor: () => null,
    defaultText: "Chainlink's on main networks, else none",
    summary:
      "Contracts on the chain that say what coins are worth, as Chainlink's aggregators do, in the place of [those that are known](rates.md). `sequencer=` says whether a layer 2's sequencer is up.",
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
