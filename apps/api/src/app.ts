/** The Express application: what every request passes, then the table of routes, then the one error exit. */
import { databaseOfFailure, explainConnectionError, isMissingTable, type ReadDatabases } from '@chaintrail/db';
import express, { type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ChainDirectory } from './chain-directory.js';
import { DOCS_FILES, docsPage } from './docs-page.js';
import { ExampleFinder } from './example-finder.js';
import { accessLog, nameRoute } from './http/access-log.js';
import { compress } from './http/compress.js';
import { errorHandler } from './http/error-handler.js';
import { dataHeaders, METHODS, openToAllOrigins, pageHeaders, tokenNotice, variants } from './http/headers.js';
import { ProblemError } from './http/problem.js';
import { readInput, readQuery } from './http/read-input.js';
import {
  decodeUnreserved,
  ignoreBodies,
  refuseBadEncoding,
  refuseBadHosts,
  refuseExpectations,
  refuseLongUrls,
  refuseOtherMethods,
} from './http/refusals.js';
import { requestId } from './http/request-id.js';
import type { Answer, Input, ParameterSchema, Route } from './http/route.js';
import { sendAnswer } from './http/send-answer.js';
import { Metrics } from './metrics/metrics.js';
import { CosmosNodes, type FollowedRestNode } from './node/cosmos-nodes.js';
import { type FollowedNode, NodeBalances } from './node/node-balances.js';
import { openApiDocument } from './openapi.js';
import { endpointLines, PREFIXES, ROUTES } from './routes.js';
import type { Services } from './services.js';
import { StoreHealth } from './store-health.js';

/** Requests that wait for a connection to a database; more are turned away before they time out in the queue. */
const MAX_WAITING = 500;
/** Seconds. The files are those of a pinned package version. */
const DOCS_FILE_MAX_AGE = 86_400;

export interface AppOptions {
  /** Whoever opened them ends them. */
  readonly databases: ReadDatabases;
  readonly log: Logger;
  /** Rates whose prices are older are not told. */
  readonly ratesMaxAgeSeconds: number;
  /** Without a slash at the end; undefined to follow each request's Host. */
  readonly publicUrl?: string | undefined;
  /** Nodes of EVM chains that are asked for balances; whoever opened them closes them. */
  readonly nodes?: readonly FollowedNode[];
  /** Nodes of Cosmos chains with a REST server, that are asked for balances and names; whoever opened them closes them. */
  readonly cosmosNodes?: readonly FollowedRestNode[];
  /** Whether the process is about to end. */
  readonly isDraining?: () => boolean;
}

/** The whole API as a function of a request; whoever calls it listens. */
export function createApp(options: AppOptions): Express {
  const { log, publicUrl, isDraining = () => false } = options;
  const services = createServices(options, isDraining);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  // Queries are read by `readQuery`, which refuses what Node's parser would repair.
  app.set('query parser', false);

  app.use(
    requestId,
    accessLog(log),
    services.metrics.timeRequests,
    dataHeaders,
    openToAllOrigins,
    variants,
    tokenNotice,
  );
  app.use(closeWhenDraining(isDraining), ignoreBodies, refuseBadHosts, refuseExpectations, refuseOtherMethods);
  app.use(refuseLongUrls, refuseBadEncoding, decodeUnreserved, compress);
  for (const route of ROUTES) {
    for (const path of pathsOf(route)) {
      app.options(path, answerOptions(route));
      app.get(path, serve(route, services));
    }
  }
  for (const [name, file] of Object.entries(DOCS_FILES)) {
    app.options(`/docs/${name}`, sendOptions);
    app.get(`/docs/${name}`, serveFile(file));
  }
  app.use(answerPreflights, () => {
    throw new ProblemError('unknown-route', 'this path does not exist; / lists the endpoints and /docs describes them');
  });
  app.use(errorHandler({ log, publicUrl, store: services.store }));
  return app;
}

function createServices(options: AppOptions, isDraining: () => boolean): Services {
  const { databases, log, publicUrl } = options;
  const chains = new ChainDirectory(databases, (database, failure) => {
    // A failure of the only one is what requests are answered with, and said there.
    if (databases.all.length === 1) return;
    const { variable } = database;
    if (failure === null) log.info({ database: variable }, 'A database answers again');
    else {
      const reason = explainConnectionError(failure, variable) ?? failure.message;
      log.warn({ database: variable, reason }, 'A database does not answer: its chains are answered with 503');
    }
  });
  const nodes = new NodeBalances(options.nodes ?? [], log);
  const cosmosNodes = new CosmosNodes(options.cosmosNodes ?? [], log);
  return {
    ...{ databases, chains, publicUrl, isDraining, ratesMaxAgeSeconds: options.ratesMaxAgeSeconds },
    store: new StoreHealth(databases),
    ...{ nodes, cosmosNodes },
    examples: new ExampleFinder(chains, { nodes, cosmosNodes }),
    metrics: new Metrics(databases, chains),
    endpoints: endpointLines(),
    openApi: openApiDocument(publicUrl),
    docsPage: docsPage(publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')),
  };
}

/** In Express's notation. A slash at the end is ignored by the router. */
function pathsOf({ path, atRoot }: Route): string[] {
  const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const prefixed = PREFIXES.map((prefix) => (pattern === '/' ? prefix : `${prefix}${pattern}`));
  return atRoot ? [...prefixed, pattern] : prefixed;
}

function serve(route: Route, services: Services): RequestHandler {
  const mayWait = route.problems[503] !== undefined && !route.isProbe;
  return async (request, response) => {
    nameRoute(response, route);
    const { currency } = request.params;
    // First: what is wrong with the rest can only be said for a chain.
    const followed = typeof currency === 'string' ? await services.chains.find(currency) : null;
    const input = readInput(route, request);
    const { all } = services.databases;
    const asked = followed ? [services.chains.databaseOf(followed.chain.code)] : all;
    if (mayWait && asked.every(({ waiting }) => waiting > MAX_WAITING)) {
      throw new ProblemError('overloaded', 'the server has more requests than it can answer at the moment', {
        retryAfter: 1,
      });
    }
    const answer = await answerFrom(route, services, input);
    if (route.path === '/docs') pageHeaders(request, response, () => sendAnswer(route, request, response, answer));
    else sendAnswer(route, request, response, answer);
  };
}

async function answerFrom(
  route: Route,
  services: Services,
  input: Input<ParameterSchema, ParameterSchema>,
): Promise<Answer<unknown>> {
  try {
    return await route.handle(services, input);
  } catch (error) {
    // The next request looks which chains there are now.
    const database = databaseOfFailure(error);
    if (database && isMissingTable(error)) services.chains.forget(database);
    throw error;
  }
}

function answerOptions(route: Route): RequestHandler {
  return (request, response, next) => {
    nameRoute(response, route);
    sendOptions(request, response, next);
  };
}

const sendOptions: RequestHandler = (_request, response) => {
  response.set('Allow', METHODS).status(204).end();
};

/**
 * Whatever the path: a browser shows a page the 404 behind a preflight only if the preflight itself is answered well (Fetch, "CORS-preflight
 * fetch"). `OPTIONS *` asks about the server as a whole (RFC 9110 §9.3.7).
 */
const answerPreflights: RequestHandler = (request, response, next) => {
  const isPreflight = request.headers['access-control-request-method'] !== undefined;
  if (request.method === 'OPTIONS' && (isPreflight || request.url === '*')) sendOptions(request, response, next);
  else next();
};

function serveFile(file: string): RequestHandler {
  return (request, response, next) => {
    if (Object.keys(readQuery(request.originalUrl)).length > 0)
      throw new ProblemError('unknown-parameter', 'this file takes no parameters');
    response.sendFile(file, { maxAge: DOCS_FILE_MAX_AGE * 1_000, dotfiles: 'allow' }, (error?: Error) => {
      // Called after a success too.
      if (error) next(error);
    });
  };
}

function closeWhenDraining(isDraining: () => boolean): RequestHandler {
  return (_request, response, next) => {
    if (isDraining()) response.set('Connection', 'close');
    next();
  };
}
