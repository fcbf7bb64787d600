/** Types of a route's parameters and answer, read from the types of the OpenAPI document. */
import type { Currency, paths } from './schema.js';

/** A code of `/currencies`, in any case. Servers may follow others than this version knows. */
export type CurrencyCode = Currency['currency'] | (string & Record<never, never>);

/** Routes that are read. One that takes something has a method of its own. */
type ReadPaths = { [P in keyof paths as paths[P] extends { get: object } ? P : never]: paths[P] };
type Operation<P extends keyof ReadPaths> = ReadPaths[P]['get'];
type Contents<P extends keyof ReadPaths> = Operation<P>['responses'][200]['content'];
type ParametersOf<P extends keyof ReadPaths> = Operation<P>['parameters'];

/** Routes that answer with JSON: all but pages for people and metrics. */
export type JsonPath = {
  [P in keyof ReadPaths]: Contents<P> extends { 'application/json': unknown } ? P : never;
}[keyof ReadPaths];

/** The body of the answer with status 200. */
export type AnswerOf<P extends JsonPath> = Contents<P> extends { 'application/json': infer Body } ? Body : never;

/** The query parameters of a route. What is undefined is left out. */
export type QueryOf<P extends keyof ReadPaths> = [NonNullable<ParametersOf<P>['query']>] extends [never]
  ? Record<never, never>
  : OrUndefined<NonNullable<ParametersOf<P>['query']>>;

type OrUndefined<Query> = {
  readonly [Name in keyof Query]: Record<never, never> extends Pick<Query, Name>
    ? Query[Name] | undefined
    : Query[Name];
};

/** The parameters of a route by their place: absent where it has none, optional where it needs none. */
export type RouteParameters<P extends keyof ReadPaths> = (ParametersOf<P> extends { path: infer Path }
  ? { readonly path: Path }
  : { readonly path?: undefined }) &
  (ParametersOf<P> extends { query: object }
    ? { readonly query: QueryOf<P> }
    : { readonly query?: QueryOf<P> | undefined });

export type QueryValues = Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
type QueryValue = string | number | boolean;

/**
 * Path and query behind the version in a URL: `/blocks/btc/840000?limit=10`.
 * @throws RangeError for a path parameter that no URL can have
 */
export function pathAndQuery(path: string, parameters: Readonly<Record<string, unknown>>, query: QueryValues): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, parameters[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) search.append(name, String(each));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

/** URLs drop segments of dots, however they are encoded, and ask for another route then. */
function segment(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (/^\.{0,2}$/.test(text)) throw new RangeError(`${name}: expected a text that can stand in a URL`);
  return encodeURIComponent(text);
}
