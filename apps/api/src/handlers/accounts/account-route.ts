/** Routes about an account: each by GET with the descriptor in its path, and by POST with it in the body. */
import { KEY_KINDS, MOST_DESCRIPTOR_CHARACTERS, type UtxoChainNetwork } from '@chaintrail/chains';
import type { ChainState, Reader } from '@chaintrail/db';
import { z } from 'zod';
import type { Cost } from '../../access/access.js';
import { type AccountRequest, GAP, type OpenAccount, requireScripts } from '../../accounts/accounts.js';
import { readWithAccount } from '../../accounts/read-with-account.js';
import type { Input, ParameterSchema, ResponseForm } from '../../http/input.js';
import { parsedJson } from '../../http/read-body.js';
import { invalidParameter } from '../../problem.js';
import type { ListedUtxoChain } from '../../read/followed-chain.js';
import { readAnswer } from '../../read/read-answer.js';
import { accountBody } from '../../schemas/account-schema.js';
import { currencyParameter, integerText } from '../../schemas/parameters.js';
import type { Services } from '../../services/open-services.js';
import { type RequestBody, type Route, route, SYNCING } from '../../services/route.js';

const EXAMPLE_KEY =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
/** A descriptor of 20 keys, percent-encoded. */
const MAX_URL_BYTES = 16_384;

const descriptorParameter = z
  .string()
  .max(MOST_DESCRIPTOR_CHARACTERS, `expected at most ${MOST_DESCRIPTOR_CHARACTERS} characters`)
  .meta({
    description:
      'Output descriptor (BIP 380 to 389), percent-encoded, or an extended public key: xpub, ypub, zpub and their like of each ' +
      'chain. Private keys are refused. A path may end up in logs of proxies: `POST` takes it in the body.',
    examples: [EXAMPLE_KEY],
  });

const ACCOUNT_PARAMETERS = {
  gap: integerText(1, GAP.most)
    .default(GAP.default)
    .meta({ description: `Unused addresses in a row that end a branch, at most ${GAP.most}.`, examples: [20] }),
  kind: z
    .enum(KEY_KINDS, `expected one of ${KEY_KINDS.join(', ')}`)
    .optional()
    .meta({
      description:
        'Of an extended key alone: what its scripts are. Without, the version of the key says it (ypub, zpub), or use does: see `kindsInUse`.',
      examples: ['wpkh'],
    }),
};

const takes: RequestBody = {
  mostBytes: 16_384,
  description: 'The descriptor or extended public key: as JSON, or as text alone.',
  content: {
    'application/json': { schema: z.toJSONSchema(accountBody), example: { descriptor: EXAMPLE_KEY } },
    'text/plain': { schema: { type: 'string' }, example: EXAMPLE_KEY },
  },
};

/** Input of a handler of an account. */
export interface AccountInput<Query>
  extends Pick<Input<ParameterSchema, ParameterSchema>, 'format' | 'request' | 'caller'> {
  readonly followed: ListedUtxoChain;
  readonly asked: AccountRequest;
  readonly query: Query;
}

interface Definition<Query extends z.core.$ZodLooseShape, Body> {
  readonly name: 'transactions' | 'balance' | 'utxos' | 'addresses' | 'stream';
  readonly operation: string;
  readonly summary: string;
  readonly description: string;
  readonly query: Query;
  readonly response: ResponseForm<Body>;
  /** Statuses of problems besides those of all. */
  readonly problems?: Route['problems'];
  readonly alternatives?: Route['alternatives'];
  readonly cost: (
    query: z.output<z.ZodObject<Query>>,
    input: Pick<AccountInput<unknown>, 'format' | 'request'>,
  ) => Cost;
  readonly handle: (
    services: Services,
    input: AccountInput<z.output<z.ZodObject<Query>>>,
  ) => ReturnType<Route<ParameterSchema, ParameterSchema, Body>['handle']>;
}

const PROBLEMS = {
  404: 'This server does not follow the currency, or the chain has no descriptors (`no-descriptors`).',
  503: SYNCING,
} as const;

/** @returns the route by GET, and the one by POST */
export function accountRoutes<const Query extends z.core.$ZodLooseShape, Body>(
  definition: Definition<Query, Body>,
): readonly [Route, Route] {
  const { name, operation, summary, response, alternatives } = definition;
  const problems = { ...PROBLEMS, ...definition.problems };
  const query = z.strictObject({ ...ACCOUNT_PARAMETERS, ...definition.query });
  type AccountQuery = z.output<z.ZodObject<Query>> & Pick<AccountRequest, 'gap' | 'kind'>;
  const answer = (services: Services, input: Input<ParameterSchema, ParameterSchema>, descriptor: string) => {
    const { gap, kind, ...rest } = input.query as AccountQuery;
    const asked = { descriptor, gap, kind };
    const followed = requireScripts(input.followed!);
    const { format, request, caller } = input;
    return definition.handle(services, { ...{ followed, asked, format, request, caller }, query: rest as never });
  };
  const common = {
    ...({ tag: 'Accounts', query, response, maxUrlBytes: MAX_URL_BYTES } as const),
    ...(alternatives ? { alternatives } : {}),
    cost: (input: Pick<Input<ParameterSchema, ParameterSchema>, 'query' | 'format' | 'request'>) =>
      definition.cost(input.query as never, input),
  };
  return [
    route({
      ...common,
      path: `/accounts/{currency}/{descriptor}/${name}`,
      operationId: `get${operation}`,
      summary,
      description: definition.description,
      pathParameters: z.strictObject({ currency: currencyParameter, descriptor: descriptorParameter }),
      problems,
      handle: (services, input) => answer(services, input as never, String(input.path['descriptor'])),
    } as Parameters<typeof route>[0]),
    route({
      ...common,
      takes,
      path: `/accounts/{currency}/${name}`,
      operationId: `post${operation}`,
      summary: `${summary}, with the descriptor in the body`,
      description: 'For descriptors that are no proxy’s business. All else as with `GET`.',
      pathParameters: z.strictObject({ currency: currencyParameter }),
      problems: { ...problems, 413: 'The body is too large.', 415: 'The body is compressed (`unsupported-body`).' },
      handle: (services, input) => answer(services, input as never, readDescriptor((input as { body: string }).body)),
    } as Parameters<typeof route>[0]),
  ];
}

/** @throws ProblemError that repeats nothing of it */
function readDescriptor(body: string): string {
  const text = body.trim();
  if (!text.startsWith('{')) return text;
  const read = accountBody.safeParse(parsedJson(text));
  if (read.success) return read.data.descriptor;
  throw invalidParameter('body', 'expected {"descriptor": "…"}, or the descriptor alone as text');
}

/** Reads an answer about an account, all of it from one server, and of one block. */
export async function readAccount<Result extends { readonly state: ChainState }>(
  services: Services,
  { followed, asked }: Pick<AccountInput<unknown>, 'followed' | 'asked'>,
  look: (opened: OpenAccount, db: Reader) => Promise<Result | null>,
  cursor?: string,
): Promise<OpenAccount & Result> {
  const read = (db: Reader) => readWithAccount(services, followed, db, asked, (opened) => look(opened, db));
  return readAnswer(services, followed, read, cursor);
}

/** Facts of the account on each page. */
export function about({ chain }: UtxoChainNetwork, { account, kindsInUse }: Omit<OpenAccount, 'state'>) {
  const { descriptor, gap } = account;
  return {
    currency: chain.code,
    ...{ descriptor: descriptor.text, kind: descriptor.kind },
    ...{ kindsInUse: kindsInUse && [...kindsInUse], gap, decimals: chain.decimals },
  };
}
