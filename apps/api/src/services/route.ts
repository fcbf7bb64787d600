import { z } from 'zod';
import type { Cost } from '../access/access.js';
import type { ErrorForm } from '../http/access-log.js';
import type { AnyAnswer } from '../http/answer.js';
import type { Input, ParameterSchema, ResponseForm, RouteParameters } from '../http/input.js';
import type { Services } from './open-services.js';

/** The body of a POST. */
export interface RequestBody {
  readonly mostBytes: number;
  readonly description: string;
  /** By media type, what it has to be. All are read alike, whatever a client calls them. */
  readonly content: Readonly<Record<string, { readonly schema: object; readonly example: unknown }>>;
}

/** One line of the API: what Express routes, what requests are validated by, and what the documents list. */
export interface Route<
  Path extends ParameterSchema = ParameterSchema,
  Query extends ParameterSchema = ParameterSchema,
  Body = unknown,
> extends RouteParameters<Path, Query> {
  /** POST where the route takes something; all others are read by GET. */
  readonly takes?: RequestBody;
  /** As in OpenAPI: `/transactions/{currency}/{txid}`; below `/v0` and `/api/v0`. */
  readonly path: string;
  /** Whether it also answers without prefix. */
  readonly atRoot: boolean;
  readonly operationId: string;
  readonly tag: 'Addresses' | 'Accounts' | 'Transactions' | 'Chains' | 'Server' | 'Esplora' | 'Blockbook';
  /** One line. */
  readonly summary: string;
  readonly description?: string;
  /** The longest URL, where lists need a longer one than other routes. */
  readonly maxUrlBytes?: number;
  /** Schema of the JSON answer, or the media type of another one. */
  readonly response: ResponseForm<Body>;
  /** How problems are answered, where not as such. */
  readonly errors?: Exclude<ErrorForm, 'problem'>;
  /** Statuses of problems that are its own, with what they mean here. */
  readonly problems: Readonly<Partial<Record<403 | 404 | 410 | 413 | 415 | 503, string>>>;
  /** For those who run the server: answered whoever asks and waits, on a port of their own where there is one. */
  readonly isForOperators?: boolean;
  /** Whether clients are answered on their port, too, where operators have one of their own. */
  readonly isForClients?: boolean;
  /** Cost of a request besides itself; nothing where absent. */
  readonly cost?: (input: Input<Path, Query>) => Cost;
  /** Things that an answer of a UTXO chain changes with; null where they cannot be told before anything is read. */
  readonly changesWith?: (input: Input<Path, Query>) => 'rows' | 'rows and rate' | null;
  readonly handle: (services: Services, input: Input<Path, Query>) => Promise<AnyAnswer<Body>> | AnyAnswer<Body>;
}

/** Meaning of problems' statuses on the routes about one chain. */
export const UNKNOWN_CURRENCY_OR_NAME =
  'This server does not follow the currency (`currencies` lists those it does), or nobody has registered the name that was given in place of an address.';
export const SYNCING =
  'The first sync of the chain is not complete (`chain-syncing`, with `progress` and `eta`), the database does not answer, or there is too much to do (`overloaded`). `Retry-After` says when to ask again.';
/** On the routes about all chains. */
export const NO_DATABASE =
  'No database answers, or not the one that says which chains there are. Where only some do not, `unavailable` names their currencies.';

/** How a route is asked. */
export const methodOf = ({ takes }: Pick<Route, 'takes'>): 'GET' | 'POST' => (takes === undefined ? 'GET' : 'POST');

const NO_PARAMETERS = z.strictObject({});
type Defaults = 'atRoot' | 'pathParameters' | 'query' | 'problems';

/** Checks a route against its own schemas, then forgets them: the table holds different ones. */
export function route<
  Body,
  Path extends ParameterSchema = typeof NO_PARAMETERS,
  Query extends ParameterSchema = typeof NO_PARAMETERS,
>(definition: Omit<Route<Path, Query, Body>, Defaults> & Partial<Pick<Route<Path, Query, Body>, Defaults>>): Route {
  const defaults = { atRoot: false, pathParameters: NO_PARAMETERS, query: NO_PARAMETERS, problems: {} };
  return { ...defaults, ...definition } as unknown as Route;
}
