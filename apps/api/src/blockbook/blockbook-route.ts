/** Common part of Blockbook's routes. */
import type { EvmChainNetwork, UtxoChainNetwork } from '@chaintrail/chains';
import type { ChainState } from '@chaintrail/db';
import { z } from 'zod';
import { answerAtTip, SYNCING } from '../handlers/respond.js';
import type { Answer } from '../http/answer.js';
import type { Input, ParameterSchema } from '../http/input.js';
import type { JsonText } from '../http/long-json.js';
import { ProblemError } from '../problem.js';
import type { FollowedChain, ListedChain } from '../read/followed-chain.js';
import { currencyParameter } from '../schemas/parameters.js';
import type { Services } from '../services/open-services.js';
import { type Route, route } from '../services/route.js';

const ABOUT =
  'In the form of Blockbook (version 2): amounts are decimal strings of base units, errors are `{"error":"…"}`. Also below ' +
  '`/blockbook/{currency}/t/{token}` for software that sends no headers. The same is asked by WebSocket at `/blockbook/{currency}/websocket`.';

type Shape = z.core.$ZodLooseShape;
/** A chain that Blockbook's routes tell of. */
export type Place = (UtxoChainNetwork | EvmChainNetwork) & Pick<ListedChain, 'state' | 'isAnswering'>;
export type UtxoPlace = Extract<Place, UtxoChainNetwork>;
export type EvmPlace = Extract<Place, EvmChainNetwork>;

/** An answer, and the state that it was read at. */
export interface Told {
  readonly state: ChainState;
  readonly body: object | JsonText;
  /** Whether it changes with more than the rows and the program. */
  readonly isFleeting?: boolean;
}

interface Asked<Path extends Shape, Query extends Shape> {
  readonly place: Place;
  readonly path: z.output<z.ZodObject<Path, z.core.$strict>>;
  readonly query: z.output<z.ZodObject<Query, z.core.$strict>>;
  readonly body: string;
}

interface BlockbookRoute<Path extends Shape, Query extends Shape>
  extends Pick<Route, 'operationId' | 'summary' | 'response'>,
    Partial<Pick<Route, 'takes' | 'cost' | 'changesWith' | 'description' | 'maxUrlBytes'>> {
  /** Behind `/blockbook/{currency}/api/v2`. */
  readonly path: string;
  readonly parameters?: Path;
  readonly query?: Query;
  readonly notFound?: string;
  readonly handle: (services: Services, asked: Asked<Path, Query>) => Promise<Told>;
}

export function blockbook<Path extends Shape = Record<never, never>, Query extends Shape = Record<never, never>>({
  path,
  parameters,
  query,
  handle,
  description,
  notFound = 'there is nothing else that is not found here',
  ...rest
}: BlockbookRoute<Path, Query>): Route {
  return route<unknown, ParameterSchema, ParameterSchema>({
    ...(rest as Pick<Route, 'operationId' | 'summary'> & { readonly response: Route['response'] }),
    path: `/blockbook/{currency}/api/v2${path}`,
    atRoot: true,
    tag: 'Blockbook',
    description: description === undefined ? ABOUT : `${description} ${ABOUT}`,
    pathParameters: z.strictObject({ currency: currencyParameter, ...parameters }),
    query: z.strictObject(query ?? {}),
    errors: 'error',
    problems: { 404: `This server does not follow the currency, or not for Blockbook; or ${notFound}.`, 503: SYNCING },
    async handle(services, { followed, ...input }: Input<ParameterSchema, ParameterSchema>) {
      const {
        state,
        body,
        isFleeting = false,
      } = await handle(services, {
        place: requirePlace(followed as ListedChain),
        path: input.path as Asked<Path, Query>['path'],
        query: input.query as Asked<Path, Query>['query'],
        body: input.body,
      });
      const answer = answerAtTip(state, () => body);
      return (isFleeting ? { ...answer, version: null } : answer) as Answer<never>;
    },
  });
}

/** @throws ProblemError on a chain of another family */
export function requirePlace(listed: ListedChain): Place {
  if (listed.family !== 'cosmos') return listed;
  throw new ProblemError(
    'unknown-route',
    `Blockbook is for Bitcoin, Ethereum and their like, not for ${listed.chain.name}`,
  );
}

/** @throws ProblemError on a chain that has no outputs */
export function requireOutputs(place: Place): UtxoPlace {
  if (place.family === 'utxo') return place;
  throw refused(`${(place as FollowedChain).chain.name} keeps accounts: there is nothing of the kind`);
}

export const refused = (sentence: string): ProblemError => new ProblemError('invalid-parameter', sentence);

/** @throws ProblemError as Blockbook words it */
export function readTxid(text: string): Buffer {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1];
  if (digits === undefined) throw refused('expected a transaction id: 64 hexadecimal digits');
  return Buffer.from(digits, 'hex');
}

/** @throws ProblemError where there is none */
export const transactionNotFound = (txid: string): ProblemError =>
  new ProblemError('unknown-transaction', `Transaction '${txid}' not found`);
