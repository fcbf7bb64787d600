import { requireWeight } from '@chaintrail/db';
import { GAP } from '../../accounts/accounts.js';
import { invalidParameter, ProblemError } from '../../problem.js';
import { lastEventIdParameter } from '../../schemas/parameters.js';
import { AccountNews } from '../../stream/account-news.js';
import { positionOf } from '../stream.js';
import { accountRoutes, readAccount } from './account-route.js';

/** Addresses of an account that is followed, with those that it may grow by: one client's streams have room for them. */
const MOST_FOLLOWED_ADDRESSES = 10_000;
/** Addresses of an account without any use, of two branches. */
const LEAST_ADDRESSES = 2 * GAP.default;

export const accountStream = accountRoutes({
  name: 'stream',
  operation: 'AccountEvents',
  summary: 'Blocks, reorganisations and transactions of a descriptor or extended key as they come (server-sent events)',
  description:
    'As `/stream` of addresses, with events `transaction` and `dropped` of the account: `{currency, descriptor, transaction}`, where ' +
    '`transaction` is an entry of its history, once for all of its addresses, with its net effect on them. An address that a use ' +
    'brings into the account is followed from there on. What it had before is told with that use, before the `tip`. Then a transaction ' +
    'that was told already comes again, where its net effect is another one now. `Last-Event-ID` and `lastEventId` are as there. ' +
    `An account may have up to ${MOST_FOLLOWED_ADDRESSES} addresses, unused ones and five gaps to come included. An extended key of unknown kind needs \`kind\` while none is in use.`,
  query: { lastEventId: lastEventIdParameter },
  response: { mediaType: 'text/event-stream', description: 'Events until the connection ends.' },
  problems: {
    410: 'The data does not go on from that event (`position-gone`). Read the history, and begin a stream without it.',
  },
  cost: () => ({ rows: LEAST_ADDRESSES, work: 0 }),
  async handle(services, { followed, asked, query, request, caller }) {
    const { accounts, streams, mostWeight } = services;
    const { descriptor, gap, count } = await readAccount(services, { followed, asked }, async (opened) => {
      const { account, kindsInUse, state } = opened;
      if (kindsInUse?.length === 0)
        throw invalidParameter('kind', 'none of the kinds of this key is in use yet: say which one is to be followed');
      return { state, descriptor: account.descriptor.text, gap: account.gap, count: account.byKey.size };
    });
    const account = new AccountNews({ accounts, followed, asked: { descriptor, gap }, count });
    if (account.weight > MOST_FOLLOWED_ADDRESSES)
      throw new ProblemError(
        'account-too-large',
        `a stream follows up to ${MOST_FOLLOWED_ADDRESSES} addresses, and the account has ${count}, with ${account.weight - count} that may come; ask for its branches one by one, or give a smaller gap`,
      );
    requireWeight(count, mostWeight);
    await streams.enter(caller, account.weight, request.res!);
    const position = await positionOf(services, followed, request, query.lastEventId);
    const stream = { followed, caller, keys: [], bareKeys: new Set<string>(), account, position };
    return {
      mediaType: 'text/event-stream',
      send: (response) => streams.serve(stream, response),
    };
  },
});
