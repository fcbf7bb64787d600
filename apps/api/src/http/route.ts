import type { Request, Response } from 'express';
import { z } from 'zod';
import type { Caller } from '../access/access.js';
import type { Cost } from '../access/limits.js';
import type { ListedChain } from '../read/followed-chain.js';
import type { Services } from '../server/open-services.js';
import type { WithRows } from '../shape/rows.js';
import type { ErrorForm } from './mount.js';
import type { SharedBody } from './shared-body.js';

type Shape = z.core.$ZodLooseShape;
export type ParameterSchema = z.ZodObject<Shape, z.core.$strict>;

/** Answer of a handler. */
export interface Answer<Body> {
  /** Called unless the client has this answer already. */
  readonly body: () => Body;
  /** Version of the answer, which with the URL decides its bytes; null to derive it from the bytes of the answer. */
  readonly version: string | null;
  /** Seconds that it may be reused without asking; 0: never. */
  readonly maxAge: number;
  /** The header of that name: the pages beside this one. */
  readonly link?: string | null;
}

/** An answer that is the same for everybody, and made once. */
export interface SharedAnswer {
  readonly shared: SharedBody;
  /** Seconds that it may be reused without asking; 0: never. */
  readonly maxAge: number;
}

/** An answer that is sent piece by piece, never compared with what a client has. */
export interface StreamedAnswer {
  readonly mediaType: string;
  /** File name that browsers save it by; shown where there is none. */
  readonly fileName?: string;
  /**
   * Writes the body to a response whose headers are set, and ends it. Not called for HEAD. Fails where the rest cannot
   * be read.
   */
  readonly send: (response: Response) => Promise<void> | void;
}

/** The chain that `{currency}` in a path names; null on routes without it. */
type NamedChain<Parameters> = string extends keyof Parameters
  ? ListedChain | null
  : 'currency' extends keyof Parameters
    ? ListedChain
    : null;

export interface Input<Path extends ParameterSchema, Query extends ParameterSchema> {
  readonly followed: NamedChain<Path['shape']>;
  readonly path: z.output<Path>;
  readonly query: z.output<Query>;
  /** Body of the request; empty on routes that take no body. */
  readonly body: string;
  readonly request: Request;
  readonly caller: Caller;
}

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
> {
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
  readonly pathParameters: Path;
  readonly query: Query;
  /** Query parameters that may be repeated, and how often; their schemas are arrays. */
  readonly lists?: Readonly<Record<string, number>>;
  /** The longest URL, where lists need a longer one than other routes. */
  readonly maxUrlBytes?: number;
  /** Schema of the JSON answer, or the media type of another one. */
  readonly response: z.ZodType<Body> | { readonly mediaType: string; readonly description: string };
  /** Media types that it answers in, too, where a client asks for one, each with what is sent then. */
  readonly alternatives?: Readonly<Record<string, string>>;
  /** How problems are answered, where not as such. */
  readonly errors?: Exclude<ErrorForm, 'problem'>;
  /** Statuses of problems that are its own, with what they mean here. */
  readonly problems: Readonly<Partial<Record<403 | 404 | 410 | 413 | 415 | 503, string>>>;
  /**
   * For those who run the server: answered however many requests wait and whoever asks, on a port of their own where
   * there is one.
   */
  readonly isForOperators?: boolean;
  /** Whether clients are answered on their port, too, where operators have one of their own. */
  readonly isForClients?: boolean;
  /** Cost of a request besides itself; nothing where absent. */
  readonly cost?: (input: Input<Path, Query>) => Cost;
  /**
   * Things that an answer of a UTXO chain changes with, where that can be told before anything is read for it; null
   * where it cannot.
   */
  readonly changesWith?: (input: Input<Path, Query>) => 'rows' | 'rows and rate' | null;
  readonly handle: (services: Services, input: Input<Path, Query>) => Promise<AnyAnswer<Body>> | AnyAnswer<Body>;
}

type AnyAnswer<Body> = Answer<WithRows<Body>> | SharedAnswer | StreamedAnswer;

/** How a route is asked. */
export const methodOf = ({ takes }: Pick<Route, 'takes'>): 'GET' | 'POST' => (takes === undefined ? 'GET' : 'POST');

const NO_PARAMETERS = z.strictObject({});
type Defaults = 'atRoot' | 'pathParameters' | 'query' | 'problems';

/**
 * Checks a route against its own schemas, then forgets them: the table holds routes of different kinds. What is not said is
 * absent: parameters, problems of its own, an answer without prefix.
 */
export function route<
  Body,
  Path extends ParameterSchema = typeof NO_PARAMETERS,
  Query extends ParameterSchema = typeof NO_PARAMETERS,
>(definition: Omit<Route<Path, Query, Body>, Defaults> & Partial<Pick<Route<Path, Query, Body>, Defaults>>): Route {
  const defaults = { atRoot: false, pathParameters: NO_PARAMETERS, query: NO_PARAMETERS, problems: {} };
  return { ...defaults, ...definition } as unknown as Route;
}
