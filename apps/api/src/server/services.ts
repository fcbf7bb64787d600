import type { Asking, ReadDatabases } from '@chaintrail/db';
import type { Access } from '../access/access.js';
import type { ExampleFinder } from '../documents/example-finder.js';
import type { ExportTurns } from '../export/export-turns.js';
import type { BalanceReader } from '../families/read-balances.js';
import type { KeptAnswers } from '../kept-answers.js';
import type { Lanes } from '../lanes.js';
import type { Metrics } from '../metrics/metrics.js';
import type { CosmosNodes } from '../node/cosmos-nodes.js';
import type { NodeBalances } from '../node/node-balances.js';
import type { ChainDirectory } from '../read/chain-directory.js';
import type { CurrentRates } from '../read/read-rates.js';
import type { StoreHealth } from '../read/store-health.js';
import type { Streams } from '../stream/streams.js';

/** What handlers work with. */
export interface Services {
  readonly access: Access;
  /** Whose request it is, where it is somebody's. */
  readonly asking?: Asking;
  readonly lanes: Lanes;
  readonly databases: ReadDatabases;
  readonly store: StoreHealth;
  readonly chains: ChainDirectory;
  readonly kept: KeptAnswers;
  readonly balances: BalanceReader;
  readonly rates: CurrentRates;
  readonly examples: ExampleFinder;
  readonly metrics: Metrics;
  /** Metrics of all processes of the API, in the text format of Prometheus. */
  readonly scrape: () => Promise<string>;
  /** Whole histories that are being sent. */
  readonly exports: ExportTurns;
  /** What nodes of EVM chains say of balances. */
  readonly nodes: NodeBalances;
  /** What nodes of Cosmos chains say of balances and names. */
  readonly cosmosNodes: CosmosNodes;
  /** Clients that listen. */
  readonly streams: Streams;
  /** Rates whose prices are older are not told. */
  readonly ratesMaxAgeSeconds: number;
  /** Address under which clients reach the API, without a slash at the end; undefined to follow the request's Host. */
  readonly publicUrl: string | undefined;
  /** "METHOD path" → what it answers, for every documented route. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** The OpenAPI document. */
  readonly openApi: Readonly<Record<string, unknown>>;
  /** HTML of the documentation. */
  readonly docsPage: string;
  /** Whether the server is closing. */
  readonly isDraining: () => boolean;
}
