/** A request as its handler gets it. */
import type { Request } from 'express';
import type { z } from 'zod';
import type { Caller } from '../access/access.js';
import type { ListedChain } from '../read/followed-chain.js';

type Shape = z.core.$ZodLooseShape;
export type ParameterSchema = z.ZodObject<Shape, z.core.$strict>;

/** The chain that `{currency}` in a path names; null on routes without it. */
type NamedChain<Path> = string extends keyof Path
  ? ListedChain | null
  : 'currency' extends keyof Path
    ? ListedChain
    : null;

/** Form of an answer besides JSON. */
export type Format = 'csv' | 'ndjson';

export interface Input<Path extends ParameterSchema, Query extends ParameterSchema> {
  readonly followed: NamedChain<Path['shape']>;
  readonly path: z.output<Path>;
  readonly query: z.output<Query>;
  /** Form that the parameter of that name asks for, or else the header `Accept`; null for JSON. */
  readonly format: Format | null;
  /** Body of the request; empty on routes that take no body. */
  readonly body: string;
  readonly request: Request;
  readonly caller: Caller;
}

/** Parameters that a route takes. */
export interface RouteParameters<
  Path extends ParameterSchema = ParameterSchema,
  Query extends ParameterSchema = ParameterSchema,
> {
  readonly pathParameters: Path;
  readonly query: Query;
  /** Query parameters that may be repeated, and how often; their schemas are arrays. */
  readonly lists?: Readonly<Record<string, number>>;
  /** Media types that it answers in besides that of its response, where a client asks for one. */
  readonly alternatives?: Readonly<Record<string, Alternative>>;
}

export interface Alternative {
  /** Value of the parameter `format` that means the same; null where there is none. */
  readonly format: Format | null;
  readonly description: string;
}

/** Schema of a JSON answer, or the media type of another one. */
export type ResponseForm<Body = unknown> =
  | z.ZodType<Body>
  | { readonly mediaType: string; readonly description: string };
