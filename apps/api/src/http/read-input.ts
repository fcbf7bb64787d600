import type { Request } from 'express';
import type { Caller } from '../access/access.js';
import { ProblemError, type ProblemFacts } from '../problem.js';
import type { ListedChain } from '../read/followed-chain.js';
import type { ProblemCode } from '../schemas/problem-types.js';
import type { Format, Input, ParameterSchema, RouteParameters } from './input.js';

/** More than any route takes besides its lists; keeps a query of thousands of `&` cheap to refuse. */
const MAX_PARAMETERS = 20;

type Query = Record<string, string | string[]>;

/** A URL's query: each name once, valid UTF-8. @param lists those that may repeat, how often @throws ProblemError */
export function readQuery(url: string, lists: Readonly<Record<string, number>> = {}): Query {
  const start = url.indexOf('?');
  const query: Query = Object.create(null);
  const repeated: Wrong[] = [];
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
      repeated.push({
        name,
        message: 'give it once',
        detail: `${quoteName(name)} is given more than once; give it once`,
      });
    else query[name] = Object.hasOwn(lists, name) ? [value] : value;
  }
  if (repeated.length > 0) throw wrongParameters('repeated-parameter', repeated);
  return query;
}

/** A parameter that is wrong. */
interface Wrong {
  readonly name: string;
  /** For whoever knows which parameter it is about. */
  readonly message: string;
  /** The same as a sentence of its own. */
  readonly detail: string;
}

/** Names all that is wrong. */
function wrongParameters(code: ProblemCode, wrong: readonly Wrong[]): ProblemError {
  const details = new Set(wrong.map(({ detail }) => detail));
  const errors: NonNullable<ProblemFacts['errors']> = [];
  for (const { name: parameter, message } of wrong) {
    const isTold = errors.some((each) => each.parameter === parameter && each.message === message);
    if (!isTold && isName(parameter)) errors.push({ parameter, message });
  }
  return new ProblemError(code, [...details].join('; '), { facts: errors.length === 0 ? {} : { errors } });
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
  return isName(name) ? `“${name}”` : 'one of the names';
}

const isName = (text: string): boolean => /^[\w[\]-]{1,32}$/.test(text);

/** @throws ProblemError naming every parameter that is not what the route expects */
export function readInput(
  route: RouteParameters,
  request: Request,
  caller: Caller,
  followed: ListedChain | null,
): Input<ParameterSchema, ParameterSchema> {
  const query = readQuery(request.originalUrl, route.lists);
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(route.query.shape, name));
  const known = Object.fromEntries(Object.entries(query).filter(([name]) => !unknown.includes(name)));
  const path = route.pathParameters.safeParse(request.params);
  const parsed = route.query.safeParse(known);
  const wrong = unknown.map((name) => unknownParameter(route, name));
  if (path.success && parsed.success && wrong.length === 0)
    return {
      path: path.data,
      query: parsed.data,
      format: formatOf(route, parsed.data, request),
      body: '',
      request,
      caller,
      followed,
    };
  for (const { path: place, message } of [...(path.error?.issues ?? []), ...(parsed.error?.issues ?? [])])
    wrong.push({ name: String(place[0]), message, detail: `${place.join('.')}: ${message}` });
  throw wrongParameters(unknown.length > 0 ? 'unknown-parameter' : 'invalid-parameter', wrong);
}

function formatOf(
  { alternatives = {} }: RouteParameters,
  { format }: Readonly<Record<string, unknown>>,
  request: Request,
): Format | null {
  if (format !== undefined) return format === 'json' ? null : (format as Format);
  const types = Object.keys(alternatives);
  if (types.length === 0) return null;
  // In the order of preference. Whatever else is asked for is answered with JSON.
  const offered = ['application/json', ...types.flatMap((type) => [type, `${type};charset=utf-8`])];
  const accepted = request.accepts(offered) || '';
  const type = types.find((each) => accepted.startsWith(each));
  return type === undefined ? null : alternatives[type]!.format;
}

function unknownParameter({ query, lists = {} }: RouteParameters, name: string): Wrong {
  const allowed = Object.keys(query.shape);
  const single = name.replace(/\[.*$/s, '');
  if (allowed.includes(single)) {
    const remedy = `${Object.hasOwn(lists, single) ? 'repeat' : 'give'} “${single}” without brackets`;
    return { name, message: remedy, detail: `${quoteName(name)} would be a list: ${remedy}` };
  }
  const expected = allowed.length > 0 ? `expected only ${allowed.join(', ')}` : 'this route takes none';
  return { name, message: expected, detail: `${quoteName(name)} is not a query parameter of this route; ${expected}` };
}
