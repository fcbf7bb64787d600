/** Examples of errors in the OpenAPI document, by code. */
import { ProblemError, type ProblemFacts, problemBody } from '../problem.js';
import { EXAMPLE_TIP } from '../schemas/examples.js';
import type { Problem } from '../schemas/problem-schema.js';
import { PROBLEM_TYPES, type ProblemCode } from '../schemas/problem-types.js';
import type { Route } from '../services/route.js';

type Examples = Readonly<Record<string, { readonly summary: string; readonly value: Problem }>>;

const REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

const wrong = (parameter: string, message: string): ProblemFacts => ({ errors: [{ parameter, message }] });

const LIMIT = 'expected a whole number from 1 to 1000 in plain digits';
const ADDRESS = 'the checksum does not match: a character is wrong, missing or too many';
const NAMES = 'expected only limit, offset, cursor';
const SYNCING = { indexedHeight: 412_000, nodeHeight: 840_000, stage: 'load', progress: 0.31, eta: 5_400 } as const;

const DETAILS: Readonly<Partial<Record<ProblemCode, readonly [detail: string, facts?: ProblemFacts]>>> = {
  'invalid-parameter': [`limit: ${LIMIT}`, wrong('limit', LIMIT)],
  'unknown-parameter': [`“page” is not a query parameter of this route; ${NAMES}`, wrong('page', NAMES)],
  'address-checksum': [ADDRESS, wrong('address', ADDRESS)],
  'unknown-currency': ['this server follows btc, ltc', { currencies: ['btc', 'ltc'] }],
  'unknown-transaction': [
    'no block of Bitcoin from 0 to 840000 has it, nor is it among the unconfirmed ones',
    { tip: EXAMPLE_TIP },
  ],
  'unknown-block': ['the tip of Bitcoin is block 840000 here: that block is not indexed yet', { tip: EXAMPLE_TIP }],
  'unknown-token': ['no transfer of such a token is indexed on Ethereum', { tip: EXAMPLE_TIP }],
  'no-mempool': [
    'transactions of Ethereum have no size and no known fee while they wait; ask for those of Bitcoin and its forks',
  ],
  'no-unspent-outputs': ['Ethereum keeps accounts, so an address has a balance and no unspent outputs'],
  'no-raw-transactions': ['this server has no node of Bitcoin to ask'],
  'transaction-refused': ['bad-txns-inputs-missingorspent'],
  'broadcast-off': ['sending transactions is off here: use your own node or another service'],
  'body-too-large': ['the body has more than 2097152 bytes'],
  'unsupported-body': ['send the body as it is, without Content-Encoding'],
  'node-unavailable': ['the node of Bitcoin does not answer; ask again'],
  'position-gone': ['nothing goes on from that event: the chain was synced again'],
  'rate-limited': ['the tier free has 600 units in 60 s, which are used; ask again in 42 s'],
  'chain-syncing': ['the first sync of Bitcoin is not complete', SYNCING],
  'store-unavailable': ['the database does not answer at the moment'],
  overloaded: ['the server has more to do than it can at the moment'],
  'method-not-allowed': ['expected one of GET, HEAD, OPTIONS'],
};

export const PROBLEM_EXAMPLES: Examples = Object.fromEntries(
  Object.entries(DETAILS).map(([code, [detail, facts = {}]]) => {
    const problem = new ProblemError(code as ProblemCode, detail, { facts });
    const { title } = PROBLEM_TYPES[code as ProblemCode];
    return [code, { summary: title, value: problemBody(problem, REQUEST_ID, '') }];
  }),
);

/** @returns what a route answers with a status, by code, as references to {@link PROBLEM_EXAMPLES} */
export function problemExamples(route: Route): (status: string) => Record<string, { readonly $ref: string }> {
  return (status) => {
    const codes = codesOf(route)[status] ?? [];
    return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
  };
}

function codesOf({ path, query, takes }: Route): Readonly<Record<string, readonly ProblemCode[]>> {
  const isOfChain = path.includes('{currency}') || 'currency' in query.shape;
  const hasAddress = path.includes('{address}') || 'address' in query.shape;
  const hasLimit = 'limit' in query.shape;
  return {
    400: [
      ...(hasLimit ? ['invalid-parameter' as const] : []),
      'unknown-parameter',
      ...(hasAddress ? ['address-checksum' as const] : []),
      ...(takes === undefined ? [] : ['transaction-refused' as const]),
    ],
    403: ['broadcast-off'],
    404: [...(isOfChain ? ['unknown-currency' as const] : []), ...missingOf(path)],
    410: ['position-gone'],
    413: ['body-too-large'],
    415: ['unsupported-body'],
    429: ['rate-limited'],
    503: [
      ...(isOfChain ? ['chain-syncing' as const, 'overloaded' as const] : ['store-unavailable' as const]),
      ...(takes !== undefined || path.endsWith('/raw') ? ['node-unavailable' as const] : []),
    ],
    default: ['method-not-allowed'],
  };
}

/** Problems of a route whose path names something that may not exist. */
function missingOf(path: string): ProblemCode[] {
  if (path === '/transactions/{currency}') return ['no-raw-transactions'];
  if (path.startsWith('/transactions/'))
    return path.endsWith('/raw') ? ['unknown-transaction', 'no-raw-transactions'] : ['unknown-transaction'];
  if (path.startsWith('/blocks/')) return ['unknown-block'];
  if (path.startsWith('/tokens/')) return ['unknown-token'];
  if (path.startsWith('/mempool/') || path.startsWith('/fees/')) return ['no-mempool'];
  return path.endsWith('/utxos') ? ['no-unspent-outputs'] : [];
}
