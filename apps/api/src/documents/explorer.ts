/** The built explorer of `apps/web`: a page at `/` for browsers and everywhere below `/explorer`, and its assets. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { nameRoute } from '../http/access-log.js';
import { SharedBody } from '../http/encode-body.js';
import { explorerHeaders } from '../http/headers.js';
import { sendShared } from '../http/send-answer.js';
import { ProblemError } from '../problem.js';

const FOLDER = fileURLToPath(new URL('../../../web/dist/', import.meta.url));
const PAGE = `${FOLDER}index.html`;
const PATH = '/explorer';
/** Seconds. Names of assets have the hash of what is in them. */
const ASSET_MAX_AGE = 31_536_000;
/** Suffixes of what is compressed when the explorer is built. */
const ENCODINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

/**
 * Adds it to an application, before the routes: at `/` it answers those who want a page rather than JSON. Where it was
 * not built, everybody gets JSON.
 * @param base path that the proxy puts before this server's; empty without one
 */
export function serveExplorer(app: Express, base: string, log: Logger): void {
  if (!existsSync(PAGE)) {
    log.info('The explorer is not built, so that / answers JSON to browsers, too; npm run build makes it');
    return;
  }
  const page = readFileSync(PAGE, 'utf8').replaceAll('="/', `="${base}/`);
  const shared = new SharedBody(page, 'text/html; charset=utf-8');
  const sendPage: RequestHandler = async (request, response) => {
    nameRoute(response, { path: PATH });
    await sendShared(request, response, { shared, maxAge: 0 });
  };
  const wantsPage: RequestHandler = (request, response, next) => {
    response.vary('Accept');
    next(request.accepts(['application/json', 'text/html']) === 'text/html' ? undefined : 'route');
  };
  app.get('/', wantsPage, explorerHeaders, sendPage);
  app.get(`${PATH}/assets/:name`, serveAssets());
  app.get(`${PATH}{/*place}`, explorerHeaders, sendPage);
}

/** From memory: they are some hundred kilobytes, and there is no path to be climbed out of. */
function serveAssets(): RequestHandler {
  const folder = `${FOLDER}assets/`;
  const assets = new Map(readdirSync(folder).map((name) => [name, readFileSync(folder + name)]));
  return (request, response) => {
    nameRoute(response, { path: PATH });
    const name = String(request.params['name']);
    const encoding = request.acceptsEncodings(['br', 'gzip']) || 'identity';
    const compressed = assets.get(name + ENCODINGS[encoding]);
    const bytes = compressed ?? assets.get(name);
    if (bytes === undefined) throw new ProblemError('unknown-route', 'this version of the explorer has no such file');
    if (compressed !== undefined) response.set('Content-Encoding', encoding);
    response.set('Cache-Control', `public, max-age=${ASSET_MAX_AGE}, immutable`).type(name).send(bytes);
  };
}
