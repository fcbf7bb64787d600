/** Everything that is opened for the requests of one process. */
import { explainConnectionError, OWN, type ReadDatabase, type ReadDatabases } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Access } from '../access/access.js';
import { Accounts } from '../accounts/accounts.js';
import { ExportTurns } from '../export/export-turns.js';
import { BalanceReader } from '../families/read-balances.js';
import { ScriptHashReader } from '../families/script-hash.js';
import { SharedBody } from '../http/encode-body.js';
import { problemOf } from '../http/error-handler.js';
import { KeptAnswers } from '../http/kept-answers.js';
import { Lanes } from '../http/lanes.js';
import { Metrics } from '../metrics/metrics.js';
import { CosmosNodes, type FollowedRestNode } from '../node/cosmos-nodes.js';
import { type FollowedNode, NodeBalances } from '../node/node-balances.js';
import { type FollowedUtxoNode, RawTransactions } from '../node/raw-transactions.js';
import { ChainDirectory } from '../read/chain-directory.js';
import type { AnswerSources } from '../read/read-answer.js';
import { ChainAudits } from '../read/read-audits.js';
import { CurrentRates } from '../read/read-rates.js';
import { Recent } from '../read/recent.js';
import { StoreHealth } from '../read/store-health.js';
import { ViewedNames } from '../read/viewed-names.js';
import { type Siblings, shareOf } from '../shares/siblings.js';
import { Streams } from '../stream/streams.js';
import { ExampleFinder } from './example-finder.js';
import type { ServedDocument } from './served-document.js';

/** Bound on descriptors' histories, in all processes of the API. */
const MOST_ACCOUNT_BYTES = 256 * 2 ** 20;

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface ServiceOptions {
  /** Who may ask, and how much; whoever opened it closes it. */
  readonly access: Access;
  /** Whoever opened them ends them. */
  readonly databases: ReadDatabases;
  readonly log: Logger;
  /** Rates whose prices are older are not told. */
  readonly ratesMaxAgeSeconds: number;
  /** Address under which clients reach the API, without a slash at the end; undefined to follow each request's Host. */
  readonly publicUrl: string | undefined;
  /** Nodes of EVM chains that are asked for balances; whoever opened them closes them. */
  readonly nodes: readonly FollowedNode[];
  /** REST servers of Cosmos nodes that are asked for balances and names; whoever opened them closes them. */
  readonly cosmosNodes: readonly FollowedRestNode[];
  /** Nodes of UTXO chains that are asked for raw transactions; whoever opened them closes them. */
  readonly utxoNodes: readonly FollowedUtxoNode[];
  /** Whether clients may send transactions through those. */
  readonly broadcast: boolean;
  /** Whether the server is closing. */
  readonly stopping: AbortSignal;
  readonly siblings: Siblings;
  /** Whoever scrapes metrics within so many milliseconds of another one gets the same text. */
  readonly scrapeMs?: number;
}

export function openServices(options: ServiceOptions) {
  const { access, databases, log, publicUrl, stopping, siblings } = options;
  const chains = new ChainDirectory(databases, (database, failure) => {
    // A failure of the only one is what requests are answered with, and said there.
    if (databases.all.length > 1) reportDatabase(log, database, failure);
  });
  const lanes = new Lanes(databases, siblings);
  const audits = new ChainAudits(databases);
  const metrics = new Metrics({ databases, directory: chains, audits, access, lanes });
  const sources: AnswerSources = {
    chains,
    nodes: new NodeBalances(options.nodes, log, metrics.noteQuestion, siblings),
    cosmosNodes: new CosmosNodes(options.cosmosNodes, log, metrics.noteQuestion, siblings),
    rates: new CurrentRates(chains, options.ratesMaxAgeSeconds),
    lookedAt: new ViewedNames(chains),
    // Examples and streams ask so; each request asks as its client.
    asking: OWN,
    mostWeight: null,
  };
  const scrape = siblings.scraper(metrics);
  const scraped = new Recent(async () => new SharedBody(await scrape(), METRICS_TYPE), options.scrapeMs);
  const store = new StoreHealth(databases);
  return {
    ...sources,
    /** Sentence of a failure for a client, where there is no response to tell it in. */
    sentenceOf: (error: unknown): string => problemOf(error, { log, store }, 'websocket').message,
    ...{ access, audits, databases, publicUrl, stopping, lanes, metrics },
    raw: new RawTransactions({
      ...{ nodes: options.utxoNodes, broadcast: options.broadcast, log, siblings },
      note: metrics.noteQuestion,
    }),
    store,
    kept: new KeptAnswers(),
    balances: new BalanceReader(),
    scripts: new ScriptHashReader(),
    accounts: new Accounts(shareOf(MOST_ACCOUNT_BYTES, siblings)),
    examples: new ExampleFinder(sources),
    exports: new ExportTurns(siblings),
    /** Metrics of all processes of the API, in the text format of Prometheus. */
    scrape: () => scraped.get(),
    streams: new Streams({
      ...{ sources, log, siblings, stopping, metrics: metrics.streams, unsent: lanes.unsent },
      isOver: (caller) => access.isOver(caller),
    }),
  };
}

function reportDatabase(log: Logger, { variable }: ReadDatabase, failure: Error | null): void {
  if (failure === null) {
    log.info({ database: variable }, 'A database answers again');
    return;
  }
  const reason = explainConnectionError(failure, variable) ?? failure.message;
  log.warn({ database: variable, reason }, 'A database does not answer: its chains are answered with 503');
}

/** The documents about the API itself, made once. */
interface Documents {
  /** "METHOD path" → what it answers, for every documented route. */
  readonly endpoints: Readonly<Record<string, string>>;
  readonly openApi: ServedDocument;
  /** HTML of the documentation. */
  readonly docsPage: SharedBody;
}

/** Tools of handlers. */
export interface Services extends Readonly<ReturnType<typeof openServices>>, Documents {}
