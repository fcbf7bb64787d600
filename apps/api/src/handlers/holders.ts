import {
  COUNTED_HOLDERS,
  type HoldersPage,
  type Reader,
  readHolders,
  type Holders as StoredHolders,
} from '@chaintrail/db';
import type { Request } from 'express';
import { z } from 'zod';
import { totalReasonOf } from '../families/history-page.js';
import { readToken, tokenScope } from '../families/read-token.js';
import { cursorLinks, linkHeader } from '../http/headers.js';
import { answerAtTip } from '../http/kept-answers.js';
import { invalidParameter, ProblemError } from '../problem.js';
import { type CursorScope, requireCursor } from '../read/cursor.js';
import type { FollowedChain, ListedChain, NamedToken } from '../read/followed-chain.js';
import { decodeHolderCursor, encodeHolderCursor } from '../read/holder-cursor.js';
import type { Tip } from '../read/progress.js';
import { atTip, readAnswer } from '../read/read-answer.js';
import { Holders } from '../schemas/holders-schema.js';
import {
  holdersCursorParameter,
  holdersOffsetParameter,
  limitParameter,
  tokenCurrencyParameter,
  tokenIdParameter,
  tokenParameter,
} from '../schemas/parameters.js';
import type { Services } from '../services/open-services.js';
import { route, SYNCING } from '../services/route.js';
import { incompleteReasons, shapeHolders, shapeToken } from '../shape/shape-holders.js';

const query = z.strictObject({
  limit: limitParameter,
  offset: holdersOffsetParameter,
  cursor: holdersCursorParameter,
  tokenId: tokenIdParameter,
});

const shared = {
  tag: 'Chains',
  summary: 'Holders of a token by what they have, the largest first',
  description:
    'On THORChain and MAYAChain balances come from the history and are exact. On Ethereum and its layer 2s they are what the ' +
    'contract said: it is asked after each transfer that comes while the chain is followed. Who had transfers long before that alone ' +
    'was not asked, is counted in `unknown` and is not listed. Where a transfer came since the contract was asked, the last known balance is ' +
    'listed, with its `height` and `changedSince`. `complete` says whether the list is all there is. ' +
    `\`offset\` and \`total\` reach as far as ${COUNTED_HOLDERS} holders; \`next\` walks all. Each page of a walk is read as things are ` +
    'then: a holder whose balance changes meanwhile may be seen twice, or not at all.',
  response: Holders,
  problems: {
    404: 'This server does not follow the currency, the chain has no tokens that are counted, or no transfer of this one is indexed.',
    503: SYNCING,
  },
} as const;

export const holders = route({
  ...shared,
  path: '/tokens/{currency}/{asset}/holders',
  operationId: 'getTokenHolders',
  pathParameters: z.strictObject({ currency: tokenCurrencyParameter, asset: tokenParameter }),
  query,
  cost: ({ query: { limit } }) => ({ rows: limit }),
  handle: (services, { followed, path, query, request }) =>
    answerHolders(services, { followed, asset: path.asset, query, request }),
});

/** For names with a slash, behind proxies that decode paths. */
export const holdersByQuery = route({
  ...shared,
  path: '/tokens/{currency}/holders',
  operationId: 'getTokenHoldersByQuery',
  summary: 'The same, with the token in the query',
  description:
    'As `/tokens/{currency}/{asset}/holders`, for denominations with a slash: some proxies decode `%2F` in a path. ' +
    shared.description,
  pathParameters: z.strictObject({ currency: tokenCurrencyParameter }),
  query: query.extend({ asset: tokenParameter }),
  cost: ({ query: { limit } }) => ({ rows: limit }),
  handle: (services, { followed, query: { asset, ...query }, request }) =>
    answerHolders(services, { followed, asset, query, request }),
});

interface HoldersRequest {
  readonly followed: ListedChain;
  readonly asset: string;
  readonly query: z.output<typeof query>;
  readonly request: Request;
}

async function answerHolders(services: Services, { followed, asset, query, request }: HoldersRequest) {
  const { chain } = followed;
  const named = readToken(followed, asset, query.tokenId ?? null);
  const scope = tokenScope(followed, named);
  const page = pageOf(scope, query);
  const look = async (db: Reader) => {
    const read = atTip(followed, await readHolders(db, chain.code, named.key, named.tokenId, page));
    const { tip } = read;
    const token = requireToken(followed, named, read, tip);
    const next = read.next && encodeHolderCursor(scope, read.next, await db.position());
    return { state: read.state, read, token, tip, next };
  };
  const { state, read, token, tip, next } = await readAnswer(services, followed, look, query.cursor);
  if (isOfContract(token)) services.lookedAt.tokens(chain.code, [{ ...token, asset: named.key.toString('hex') }]);
  const reasons = incompleteReasons(followed, read);
  const answer = answerAtTip(state, () => ({
    currency: chain.code,
    ...{ asset: named.asset, ...shapeToken(followed, named, token) },
    ...{ tokenId: named.tokenId, limit: page.limit, offset: page.from ? null : page.offset, total: read.total },
    totalReason: totalReasonOf(read.total, page.from),
    ...{ unknown: read.unknown, complete: reasons.length === 0, incompleteReasons: reasons },
    ...{ next, tip, historyFrom: state.historyFrom },
    holders: shapeHolders(followed, read, tip),
  }));
  return { ...answer, link: linkHeader(services.publicUrl, request, cursorLinks(query, next)) };
}

function pageOf(scope: CursorScope, { limit, offset, cursor }: z.output<typeof query>): HoldersPage {
  if (cursor === undefined) return { offset, from: null, limit };
  return { offset: 0, from: requireCursor(decodeHolderCursor(scope, cursor), offset, 'token'), limit };
}

type Token = NonNullable<StoredHolders['token']>;

/** Whether it is more than a denomination. */
function isOfContract(token: Token): token is Exclude<Token, Record<string, never>> {
  return token.standard !== undefined;
}

/** @throws ProblemError where there is none, or only of another standard than is asked for */
function requireToken(
  { chain }: FollowedChain,
  { tokenId }: NamedToken,
  { token, total, unknown }: StoredHolders,
  tip: Tip,
): Token {
  if (token === null) {
    throw new ProblemError('unknown-token', `no transfer of such a token is indexed on ${chain.name}`, {
      facts: { tip },
    });
  }
  if (token.standard === 'erc1155' && tokenId === null)
    throw invalidParameter('tokenId', 'the contract counts each of its tokens apart (ERC-1155); say which one');
  // A contract may log transfers of several standards.
  if (tokenId !== null && token.standard !== 'erc1155' && total === 0 && unknown === 0)
    throw invalidParameter('tokenId', 'the contract is known for no transfer of this token by ERC-1155; leave it out');
  return token;
}
