import { readBalance, type Balance as StoredBalance } from '@chaintrail/db';
import { z } from 'zod';
import { readAddress } from '../chain-directory.js';
import { ProblemError } from '../http/problem.js';
import { route } from '../http/route.js';
import { Balance } from '../schemas/balance.js';
import { addressParameter, currencyParameter, heightParameter } from '../schemas/parameters.js';
import { requireTip, type Tip } from '../shape/progress.js';
import { SYNCING, UNKNOWN_CURRENCY } from './problems.js';
import { answerAtTip } from './respond.js';

export const balance = route({
  path: '/addresses/{currency}/{address}/balance',
  atRoot: false,
  operationId: 'getAddressBalance',
  tag: 'Addresses',
  summary: 'Balance of an address, now or at a past block',
  description: 'An address without transactions is answered with zeros.',
  pathParameters: z.strictObject({ currency: currencyParameter, address: addressParameter }),
  query: z.strictObject({ height: heightParameter }),
  response: Balance,
  problems: { 404: UNKNOWN_CURRENCY, 503: SYNCING },
  async handle({ chains, pool }, { path, query }) {
    const followed = await chains.find(path.currency);
    const { chain } = followed;
    const { key, address } = readAddress(followed, path.address);
    const found = chains.confirm(followed, await readBalance(pool, chain.code, key, query.height ?? null));
    const tip = requireTip(found.state, chain.name);
    const at = blockAsked(found, query.height, tip);
    const { historyFrom } = found.state;
    return answerAtTip(found.state, tip, () => ({
      currency: chain.code,
      address,
      decimals: chain.decimals,
      ...figures(found.totals, historyFrom === 0),
      pending: found.pending?.delta ?? null,
      pendingTransactionCount: found.pending?.transactionCount ?? null,
      tip,
      height: at.height,
      asOf: at.time,
      historyFrom,
      tokens: [],
      usd: null,
    }));
  },
});

function blockAsked({ block, state }: StoredBalance, height: number | undefined, tip: Tip): Tip {
  if (height === undefined) return tip;
  if (block && height <= tip.height) return block;
  throw new ProblemError(
    'invalid-parameter',
    `height: expected an indexed block, from ${state.historyFrom} to ${tip.height}`,
    { facts: { tip } },
  );
}

/** A gross sum needs the whole history as much as a balance does. */
function figures(totals: StoredBalance['totals'], known: boolean) {
  const { balance = '0', received = '0', transactionCount = 0, firstSeen = null, lastSeen = null } = totals ?? {};
  return {
    balance: known ? balance : null,
    received: known ? received : null,
    sent: known ? (BigInt(received) - BigInt(balance)).toString() : null,
    transactionCount,
    firstSeen,
    lastSeen,
  };
}
