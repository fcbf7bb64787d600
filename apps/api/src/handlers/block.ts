import type { BlockName, ChainState } from '@chaintrail/db';
import { z } from 'zod';
import { readBlock } from '../families/questions.js';
import { linkHeader, pageBefore } from '../http/headers.js';
import { answerAtTip } from '../http/kept-answers.js';
import { invalidParameter, ProblemError } from '../problem.js';
import type { FollowedChain } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { readAnswer } from '../read/read-answer.js';
import { shownHash } from '../read/texts.js';
import { Block } from '../schemas/block-schema.js';
import { blockOffsetParameter, blockParameter, currencyParameter, limitParameter } from '../schemas/parameters.js';
import { route, SYNCING } from '../services/route.js';
import { minerTag } from '../shape/utxo/miner-tag.js';

const HASH = /^(?:0x)?([0-9a-f]{64})$/i;
const HEIGHT = /^(?:0|[1-9]\d{0,9})$/;
/** Bound of the database's integer. */
const MAX_HEIGHT = 2 ** 31 - 1;

export const block = route({
  path: '/blocks/{currency}/{block}',
  operationId: 'getBlock',
  tag: 'Chains',
  summary: 'A block by its height or hash, with its transactions at any offset',
  description:
    'Transactions are in the order of the block, each as in lists: at most 20 inputs, outputs and transfers; ' +
    '`/transactions` has all of them. On Ethereum and its layer 2s what the block itself moved is one more entry, the last. ' +
    'On THORChain and MAYAChain entries of the block come before and after its transactions. `total` counts them, ' +
    '`transactionCount` does not. To read all of a block, ask by its hash with rising `offset` until `total`. A block ' +
    'that a reorganisation took back is answered with `orphaned`, without its transactions: pages of two blocks are never mixed.',
  pathParameters: z.strictObject({ currency: currencyParameter, block: blockParameter }),
  query: z.strictObject({ limit: limitParameter, offset: blockOffsetParameter }),
  response: Block,
  problems: {
    404: 'This server does not follow the currency, or no block that is or was indexed has the height or hash.',
    503: SYNCING,
  },
  cost: ({ query: { limit } }) => ({ rows: limit }),
  changesWith: () => 'rows',
  async handle(services, { followed, path, query, request }) {
    const { chain } = followed;
    const name = readBlockName(path.block);
    const { limit, offset } = query;
    const { state, tip, found, total, transactions } = await readAnswer(services, followed, async (db) => {
      const page = await readBlock(services, followed, db, name, { limit, offset });
      if (page.block === null) throw unknownBlock(followed, name, page.state, page.tip);
      return { ...page, found: page.block };
    });
    const { height, time, size, nextHash, fees, reward, weight, orphaned, replacedBy } = found;
    const hash = shownHash(followed, found.hash);
    const links = {
      next: offset + limit < total ? { limit, offset: offset + limit } : null,
      prev: pageBefore(limit, offset),
      // A height may have another block by then.
      segment: hash,
    };
    const answer = answerAtTip(state, () => ({
      currency: chain.code,
      ...{ decimals: chain.decimals, height, time, size },
      hash,
      parentHash: shownHash(followed, found.parentHash),
      nextHash: nextHash && shownHash(followed, nextHash),
      transactionCount: found.txCount,
      ...{ fees, reward, weight, minerTag: minerTag(found.coinbaseScript), orphaned },
      replacedBy: replacedBy && shownHash(followed, replacedBy),
      confirmations: orphaned ? 0 : tip.height - height + 1,
      final: orphaned ? false : isFinal(followed, state, height),
      ...{ limit, offset, total, tip, historyFrom: state.historyFrom },
      transactions,
    }));
    return { ...answer, link: linkHeader(services.publicUrl, request, links) };
  },
});

/** @throws ProblemError saying what names of blocks look like */
function readBlockName(text: string): BlockName {
  if (text === 'latest') return text;
  const digits = HASH.exec(text)?.[1];
  if (digits !== undefined) return { hash: Buffer.from(digits, 'hex') };
  const height = HEIGHT.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  if (height <= MAX_HEIGHT) return { height };
  throw invalidParameter(
    'block',
    `expected a height from 0 to ${MAX_HEIGHT} in plain digits, a hash of 64 hexadecimal digits, or latest`,
  );
}

function isFinal({ family }: FollowedChain, { finalizedHeight }: ChainState, height: number): boolean | null {
  switch (family) {
    case 'utxo':
      return null;
    case 'evm':
      return finalizedHeight === null ? null : height <= finalizedHeight;
    // CometBFT makes a block only once the one before it is final.
    case 'cosmos':
      return true;
  }
}

function unknownBlock({ chain }: FollowedChain, name: BlockName, { historyFrom }: ChainState, tip: Tip): ProblemError {
  const detail =
    name === 'latest' || 'hash' in name
      ? `no block of ${chain.name} has this hash: none from ${historyFrom} to ${tip.height}, and none that was indexed and taken back`
      : name.height > tip.height
        ? `the tip of ${chain.name} is block ${tip.height} here: that block is not indexed yet`
        : `the index of ${chain.name} begins with block ${historyFrom}: older blocks are not there`;
  return new ProblemError('unknown-block', detail, { facts: { tip } });
}
