import type { Request } from 'express';
import type { Caller } from '../access/access.js';
import type { ListedChain } from '../read/followed-chain.js';
import { ProblemError } from './problem.js';
import type { Input, ParameterSchema, Route } from './route.js';

/** More than any route takes besides its lists; keeps a query of thousands of `&` cheap to refuse. */
const MAX_PARAMETERS = 20;

type Query = Record<string, string | string[]>;

/**
 * The query of a URL, strictly: every name once, everything valid UTF-8.
 * @param lists the parameters that may be repeated, and how often; they are lists however often they are given
 * @throws ProblemError
 */
export function readQuery(url: string, lists: Readonly<Record<string, number>> = {}): Query {
  const start = url.indexOf('?');
  const query: Query = Object.create(null);
  if (start < 0) return query;
  const most = Object.values(lists).reduce((sum, count) => sum + count, MAX_PARAMETERS);
  const pairs = url.slice(start + 1).split('&', most + 1);
  if (pairs.length > most)
    throw new ProblemError('unknown-parameter', 'the query has more parameters than the route takes');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    const before = query[name];
    if (Array.isArray(before)) before.push(value);
    else if (before !== undefined)
      throw new ProblemError('repeated-parameter', `${quoteName(name)} is given more than once; give it once`);
    else query[name] = Object.hasOwn(lists, name) ? [value] : value;
  }
  return query;
}

/** Percent-encoding only: `+` in a query is a plus sign here, since no value has a space. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw new ProblemError('malformed-url', 'the query is not percent-encoded UTF-8', { cause: error });
  }
}

/** Names are repeated to the client where they help with a typing mistake; values never are. */
function quoteName(name: string): string {
  return /^[\w[\]-]{1,32}$/.test(name) ? `“${name}”` : 'one of the names';
}

/** @throws ProblemError naming every parameter that is not what the route expects */
export function readInput(
  route: Route,
  request: Request,
  caller: Caller,
  followed: ListedChain | null,
): Input<ParameterSchema, ParameterSchema> {
  const query = readQuery(request.originalUrl, route.lists);
  refuseUnknown(route, query);
  const path = route.pathParameters.safeParse(request.params);
  const parsed = route.query.safeParse(query);
  if (!path.success || !parsed.success) {
    const issues = [...(path.error?.issues ?? []), ...(parsed.error?.issues ?? [])];
    const sentences = new Set(issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
    throw new ProblemError('invalid-parameter', [...sentences].join('; '));
  }
  return { path: path.data, query: parsed.data, request, caller, followed };
}

function refuseUnknown(route: Route, query: Query): void {
  const allowed = Object.keys(route.query.shape);
  const unknown = Object.keys(query).find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const single = unknown.replace(/\[.*$/s, '');
  if (allowed.includes(single)) {
    const remedy = Object.hasOwn(route.lists ?? {}, single) ? 'repeat' : 'give';
    throw new ProblemError(
      'unknown-parameter',
      `${quoteName(unknown)} would be a list: ${remedy} “${single}” without brackets`,
    );
  }
  const expected = allowed.length > 0 ? `expected only ${allowed.join(', ')}` : 'this route takes none';
  throw new ProblemError(
    'unknown-parameter',
    `${quoteName(unknown)} is not a query parameter of this route; ${expected}`,
  );
}
