/** The Express application: what every request passes, then the table of routes, then the one error exit. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Asking } from '@chaintrail/db';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Cost } from '../access/access.js';
import { callerOf } from '../access/access.js';
import { DOCS_FILES, docsPage } from '../documents/docs-page.js';
import { serveExplorer } from '../documents/explorer.js';
import { openApiDocument } from '../documents/openapi.js';
import { accessLog, nameRoute, requestId } from '../http/access-log.js';
import { SharedBody } from '../http/encode-body.js';
import { errorHandler } from '../http/error-handler.js';
import {
  closeToOrigins,
  dataHeaders,
  forgetCallers,
  METHODS,
  openToAllOrigins,
  openToPosts,
  POST_METHODS,
  pageHeaders,
  variants,
} from '../http/headers.js';
import { answerVersion, NEAR_TIP_SECONDS } from '../http/kept-answers.js';
import type { Lanes, Slot } from '../http/lanes.js';
import { answerFrom, answerInTurn, beginInTurn } from '../http/lanes.js';
import { routesNear } from '../http/near-routes.js';
import { readBody } from '../http/read-body.js';
import { readInput, readQuery } from '../http/read-input.js';
import {
  boundNegotiation,
  decodeUnreserved,
  ignoreBodies,
  MAX_URL_BYTES,
  methodNotAllowed,
  refuseBadEncoding,
  refuseBadHosts,
  refuseExpectations,
  refuseLargeHeaders,
  refuseLongUrls,
  refuseOtherMethods,
} from '../http/refusals.js';
import { type KeptScope, sendAnswer, sendKept, sendShared, streamAnswer } from '../http/send-answer.js';
import { ProblemError } from '../problem.js';
import type { ListedChain } from '../read/followed-chain.js';
import { endpointLines, endpointPath, PREFIXES, ROUTES } from '../routes.js';
import { openServices, type ServiceOptions, type Services } from '../services/open-services.js';
import type { Route } from '../services/route.js';
import { ServedDocument } from '../services/served-document.js';
import { mountOthers, Routers } from './routers.js';

/** Seconds. The files are those of a pinned package version. */
const DOCS_FILE_MAX_AGE = 86_400;

export interface AppOptions extends ServiceOptions {
  /** Whether what is for operators is answered by an application of its own. */
  readonly hasAdmin: boolean;
}

/** Functions of a request; whoever calls them listens. */
export interface Apps {
  readonly api: Express;
  /** Health, readiness and metrics; null where the API answers them, too. */
  readonly admin: Express | null;
  /** Bookkeeping of answers under way. */
  readonly lanes: Lanes;
}

export function createApps(options: AppOptions): Apps {
  const forClients = options.hasAdmin ? ROUTES.filter((route) => !isForOperatorsAlone(route)) : ROUTES;
  const services: Services = {
    ...openServices(options),
    endpoints: endpointLines(forClients),
    openApi: new ServedDocument(() => openApiDocument(options.publicUrl, forClients)),
    docsPage: new SharedBody(docsPage(pathOf(options.publicUrl)), 'text/html; charset=utf-8'),
  };
  const forOperators = ROUTES.filter(({ isForOperators }) => isForOperators);
  return {
    api: createApp(options, services, forClients, true),
    admin: options.hasAdmin ? createApp(options, services, forOperators, false) : null,
    lanes: services.lanes,
  };
}

function createApp(
  { log, publicUrl, access }: AppOptions,
  services: Services,
  routes: readonly Route[],
  hasPages: boolean,
): Express {
  const isTaken = takenBy(routes);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  // Queries are read by `readQuery`, which refuses what Node's parser would repair.
  app.set('query parser', false);
  if (access.trustedProxies.length > 0) app.set('trust proxy', access.trustedProxies);

  app.use(
    mountOthers,
    requestId,
    accessLog(log, access, services.metrics.clients),
    services.metrics.timeRequests,
    dataHeaders,
    variants,
    forgetCallers,
    boundNegotiation,
    access.identify,
    beginInTurn,
  );
  // Operators' answers are no other page's business, though their browsers reach it.
  if (hasPages) app.use(openToAllOrigins);
  app.use(
    closeWhenStopping(services.stopping),
    ignoreBodies(isTaken),
    refuseLargeHeaders,
    refuseBadHosts,
    refuseExpectations,
    refuseOtherMethods(isTaken),
  );
  app.use(refuseLongUrls(Math.max(...routes.map(mostUrlBytes))), refuseBadEncoding, decodeUnreserved);
  if (hasPages) serveExplorer(app, pathOf(publicUrl), log);
  const readPaths = routes.filter(({ takes }) => takes === undefined).map(endpointPath);
  const routers = new Routers();
  for (const route of routes) {
    for (const path of pathsOf(route)) {
      const router = routers.of(path);
      router.options(path, answerOptions(route));
      if (route.takes === undefined) router.get(path, refuseLongUrls(mostUrlBytes(route)), serve(route, services));
      else router.all(path, refuseAllButPosts(readPaths), refuseLongUrls(mostUrlBytes(route)), serve(route, services));
    }
  }
  app.use(routers.handle);
  for (const [name, file] of Object.entries(hasPages ? DOCS_FILES : {})) {
    app.options(`/docs/${name}`, sendOptions);
    app.get(`/docs/${name}`, serveFile(file, access));
  }
  app.use(answerPreflights, refuseLongUrls(MAX_URL_BYTES), ({ path }) => {
    const proposal = proposalOf(routesNear(path, readPaths));
    throw new ProblemError(
      'unknown-route',
      `this path does not exist${proposal || ';'} / lists the endpoints and /docs describes them`,
    );
  });
  app.use(errorHandler({ log, publicUrl, store: services.store }));
  return app;
}

/** Path that a proxy puts before those of this server. */
function pathOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}

/** In Express's notation. A slash at the end is ignored by the router. */
function pathsOf({ path, atRoot }: Route): string[] {
  const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const prefixed = PREFIXES.map((prefix) => (pattern === '/' ? prefix : `${prefix}${pattern}`));
  return atRoot ? [...prefixed, pattern] : prefixed;
}

/** Whether a request is a POST to a route that takes one. */
function takenBy(routes: readonly Route[]): (request: Request) => boolean {
  const paths = routes.filter(({ takes }) => takes !== undefined).flatMap(pathsOf);
  const patterns = paths.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`));
  return ({ method, path }) => method === 'POST' && patterns.some((pattern) => pattern.test(path));
}

/** @param readPaths one of which may be meant by whoever reads */
function refuseAllButPosts(readPaths: readonly string[]): RequestHandler {
  return ({ method, path }, response, next) => {
    if (method !== 'POST') throw methodNotAllowed(response, POST_METHODS, proposalOf(routesNear(path, readPaths)));
    next();
  };
}

const proposalOf = (near: readonly string[]): string =>
  near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;

const isForOperatorsAlone = ({ isForOperators, isForClients }: Route): boolean =>
  isForOperators === true && isForClients !== true;

const mostUrlBytes = ({ maxUrlBytes = MAX_URL_BYTES }: Route): number => maxUrlBytes;

function serve(route: Route, services: Services): RequestHandler {
  return async (request, response) => {
    nameRoute(response, route);
    if (isForOperatorsAlone(route)) closeToOrigins(response);
    if (route.alternatives) response.vary('Accept');
    const { input: asked, cost } = await readRequest(route, services, request, response);
    const input = await withBody(route, response, asked);
    const { client } = input.caller;
    const { unsent } = services.lanes;
    // Before anything is made that might have to be kept for this client.
    if (!route.isForOperators) unsent.requireRoom(client);
    const { followed } = input;
    const changesWith = followed?.family === 'utxo' ? (route.changesWith?.(input) ?? null) : null;
    const kept =
      followed && changesWith ? { answers: services.kept, scope: `${followed.chain.code} ${changesWith}` } : null;
    if (followed && changesWith && kept) {
      const asking: Asking = { lane: 'cheap', client };
      const validityNow = () => answerFrom(services.chains, () => validityOf(services, followed, changesWith, asking));
      const onMade = (bytes: number): void => unsent.hold(client, bytes, response);
      if (await sendKept(request, response, kept, validityNow, onMade)) return;
    }
    const database = followed?.database ?? null;
    await answerInTurn(
      {
        ...{ chains: services.chains, lanes: services.lanes, cost, database, response },
        charge: (more) => services.access.charge(response, more),
      },
      (asking, mostWeight) =>
        route.handle({ ...services, asking, mostWeight, chargeNode: () => chargeNode(services, response) }, input),
      (answer, turn) => send(route, request, response, answer, turn, kept),
    );
  };
}

async function send(
  route: Route,
  request: Request,
  response: Response,
  answer: Awaited<ReturnType<Route['handle']>>,
  turn: Slot,
  kept: KeptScope | null,
): Promise<void> {
  if ('send' in answer) {
    turn.end();
    await streamAnswer(request, response, answer);
  } else if ('shared' in answer) {
    turn.end();
    if (route.path === '/docs') pageHeaders(request, response, () => undefined);
    await sendShared(request, response, answer);
  } else await sendAnswer(route, request, response, answer, { kept, onMade: turn.made });
}

/** Reads what is asked for, and charges for it: a refused request costs as much as one for nothing but itself. */
async function readRequest(route: Route, { access, chains }: Services, request: Request, response: Response) {
  let cost: Cost = {};
  try {
    const { currency } = request.params;
    // First: what is wrong with the rest can only be said for a chain.
    const followed = typeof currency === 'string' ? await chains.find(currency) : null;
    const input = readInput(route, request, callerOf(response), followed);
    cost = route.cost?.(input) ?? cost;
    return { input, cost };
  } finally {
    // An error that is thrown here goes before one that was thrown above.
    if (!route.isForOperators) await access.charge(response, cost);
  }
}

/** Read once it is paid for. */
async function withBody<Input extends { readonly request: Request }>(
  { takes }: Route,
  response: Response,
  input: Input,
): Promise<Input> {
  return takes === undefined ? input : { ...input, body: await readBody(input.request, response, takes.mostBytes) };
}

async function chargeNode({ access }: Services, response: Response): Promise<boolean> {
  const cost: Cost = { asksNode: true, isFurther: true };
  if (!response.headersSent) {
    await access.charge(response, cost);
    return true;
  }
  const { signal } = new AbortController();
  return access.chargeMore(callerOf(response), cost, 0, signal).then(
    () => true,
    () => false,
  );
}

/** Validity of an answer that is given now; null where the chain does not say so. */
async function validityOf(
  { kept, rates }: Services,
  followed: ListedChain,
  changesWith: NonNullable<ReturnType<NonNullable<Route['changesWith']>>>,
  asking: Asking,
) {
  const rows = await kept.versionNow(followed, asking);
  if (rows === null) return null;
  const version = answerVersion(rows, changesWith === 'rows' ? [] : [await rates.of(followed)]);
  return { version, maxAge: NEAR_TIP_SECONDS };
}

function answerOptions(route: Route): RequestHandler {
  return (request, response, next) => {
    nameRoute(response, route);
    if (isForOperatorsAlone(route)) closeToOrigins(response);
    if (route.takes === undefined) {
      sendOptions(request, response, next);
      return;
    }
    openToPosts(response);
    response.set('Allow', POST_METHODS).status(204).end();
  };
}

const sendOptions: RequestHandler = (_request, response) => {
  response.set('Allow', METHODS).status(204).end();
};

/**
 * Whatever the path: a browser shows a page the 404 behind a preflight only if the preflight itself is answered well
 * (Fetch, "CORS-preflight fetch"). `OPTIONS *` asks about the server as a whole (RFC 9110 §9.3.7).
 */
const answerPreflights: RequestHandler = (request, response, next) => {
  const isPreflight = request.headers['access-control-request-method'] !== undefined;
  if (request.method === 'OPTIONS' && (isPreflight || request.url === '*')) sendOptions(request, response, next);
  else next();
};

/** From memory, where it is from its first use. */
function serveFile(file: string, access: AppOptions['access']): RequestHandler {
  let shared: Promise<SharedBody> | undefined;
  return async (request, response) => {
    nameRoute(response, { path: '/docs' });
    await access.charge(response, {});
    if (Object.keys(readQuery(request.originalUrl)).length > 0)
      throw new ProblemError('unknown-parameter', 'this file takes no parameters');
    response.type(extname(file));
    const mediaType = String(response.getHeader('Content-Type'));
    shared ??= readFile(file).then((bytes) => new SharedBody(bytes, mediaType));
    await sendShared(request, response, { shared: await shared, maxAge: DOCS_FILE_MAX_AGE });
  };
}

function closeWhenStopping(stopping: AbortSignal): RequestHandler {
  return (_request, response, next) => {
    if (stopping.aborted) response.set('Connection', 'close');
    next();
  };
}
