/** Routes in the form of other software: below a path of its own, for the chains that this software knows. */
import { z } from 'zod';
import type { Answer } from '../http/answer.js';
import type { Input, ParameterSchema } from '../http/input.js';
import type { JsonText } from '../http/rows.js';
import type { ListedChain } from '../read/followed-chain.js';
import { currencyParameter } from '../schemas/parameters.js';
import type { Services } from './open-services.js';
import { type Route, route } from './route.js';

type Shape = z.core.$ZodLooseShape;
/** A body as it is sent, or what its JSON is made of. */
export type ForeignBody = JsonText | object | string | Buffer;

/** Common part of all routes of one software. */
interface Form<Known extends ListedChain, Result> extends Required<Pick<Route, 'tag' | 'errors'>> {
  /** Before the paths of its routes. */
  readonly base: string;
  /** Last sentences of each route's description. */
  readonly about: string;
  readonly syncing: string;
  /** First part of the sentence about what is not found. */
  readonly notFound: string;
  /** @throws ProblemError on a chain that the software does not know */
  readonly requireKnown: (listed: ListedChain) => Known;
  readonly answerOf: (result: Result) => Answer<ForeignBody>;
}

/** Input of a handler besides the services. */
interface ForeignInput<Known, Path extends Shape, Query extends Shape> {
  readonly followed: Known;
  readonly path: z.output<z.ZodObject<Path, z.core.$strict>>;
  readonly query: z.output<z.ZodObject<Query, z.core.$strict>>;
  readonly body: string;
}

export interface ForeignRoute<Known, Result, Path extends Shape, Query extends Shape>
  extends Pick<Route, 'operationId' | 'summary' | 'response'>,
    Partial<Pick<Route, 'takes' | 'cost' | 'changesWith' | 'description' | 'maxUrlBytes'>> {
  /** Behind the base. */
  readonly path: string;
  readonly parameters?: Path;
  readonly query?: Query;
  /** Second part of the sentence about what is not found. */
  readonly notFound?: string;
  readonly handle: (services: Services, input: ForeignInput<Known, Path, Query>) => Promise<Result>;
}

/** @returns what makes a route of the software */
export function routesOf<Known extends ListedChain, Result>(form: Form<Known, Result>) {
  return <Path extends Shape = Record<never, never>, Query extends Shape = Record<never, never>>({
    path,
    parameters,
    query,
    handle,
    description,
    notFound,
    ...rest
  }: ForeignRoute<Known, Result, Path, Query>): Route =>
    route<unknown, ParameterSchema, ParameterSchema>({
      ...(rest as Pick<Route, 'operationId' | 'summary'> & { readonly response: Route['response'] }),
      path: `${form.base}${path}`,
      atRoot: true,
      ...{ tag: form.tag, errors: form.errors },
      description: description === undefined ? form.about : `${description} ${form.about}`,
      pathParameters: z.strictObject({ currency: currencyParameter, ...parameters }),
      query: z.strictObject(query ?? {}),
      problems: { 404: `${form.notFound}${notFound === undefined ? '' : `; or ${notFound}`}.`, 503: form.syncing },
      async handle(services, { followed, path, query, body }: Input<ParameterSchema, ParameterSchema>) {
        const known = form.requireKnown(followed as ListedChain);
        const input = { followed: known, path, query, body } as ForeignInput<Known, Path, Query>;
        return form.answerOf(await handle(services, input)) as Answer<never>;
      },
    });
}
