/**
 * Deals tokens to the outputs of a payment: what its inputs carry moves on, is split, changed, minted or burned, and now
 * and then a new category begins. Keeps the rules of BCHN src/consensus/tokens.cpp CheckTxTokens.
 */
import type { Random } from '../../random.js';
import type { DraftContext } from '../chain-rules.js';
import type { Coin, DraftOutput, TransactionDraft } from '../utxo-transaction.js';
import type { Nft, Token } from './token.js';

const MOST = (1n << 63n) - 1n;
/** Bytes, since May 2026. */
const LONGEST_COMMITMENT = 128;

/** Outputs that can carry a token, in the order in which they will get one. */
function carriers(outputs: readonly DraftOutput[], random: Random): number[] {
  const able = outputs.flatMap(({ value, destination }, index) =>
    value > 0n && destination.type !== 'nulldata' && destination.type !== 'nonstandard' ? [index] : [],
  );
  const start = able.length > 0 ? random.below(able.length) : 0;
  return [...able.slice(start), ...able.slice(0, start)];
}

function commitment(random: Random): Buffer {
  return random.bytes(random.pick([0, 1, 8, 32, 40, LONGEST_COMMITMENT]));
}

/** A mutable NFT may get another commitment or lose its capability; a minting one may stay, or make others beside it. */
function successors(nft: Nft, random: Random): Nft[] {
  if (nft.capability === 'none') return [nft];
  if (nft.capability === 'mutable') {
    return [{ capability: random.chance(0.15) ? 'none' : 'mutable', commitment: commitment(random) }];
  }
  const minted: Nft[] = random.chance(0.5)
    ? [{ capability: random.pick(['none', 'none', 'mutable', 'minting']), commitment: commitment(random) }]
    : [];
  return [nft, ...minted];
}

/** What one category becomes, most important first: outputs may not suffice for all of it, and the rest is burned. */
function passOn(tokens: readonly Token[], random: Random): Token[] {
  const [first] = tokens;
  if (!first || random.chance(0.04)) return [];
  const { category } = first;
  const amount = tokens.reduce((sum, token) => sum + token.amount, 0n);
  const kept = random.chance(0.05) ? random.share(amount, 0.1, 0.9) : amount;
  const nfts = tokens.flatMap(({ nft }) => (nft ? successors(nft, random) : []));
  const part = random.chance(0.5) ? random.share(kept, 0.1, 0.9) : 0n;
  const made: Token[] = nfts.map((nft, index) => ({ category, amount: index === 0 ? part : 0n, nft }));
  const rest = nfts.length > 0 ? kept - part : kept;
  if (nfts.length === 0 && part > 0n && rest > part) {
    made.push({ category, amount: part, nft: null }, { category, amount: rest - part, nft: null });
  } else if (rest > 0n) made.push({ category, amount: rest, nft: null });
  return made;
}

/** A new category: its id is the transaction whose output 0 is spent. */
function genesis(spends: readonly Coin[], random: Random): Token[] {
  const origin = spends.find(({ vout }) => vout === 0);
  if (!origin || !random.chance(0.1)) return [];
  const category = origin.transaction.txid;
  const amount = random.pick([0n, 1n, 21_000_000n, 1n << 60n, MOST]);
  const nft: Nft = { capability: random.pick(['none', 'mutable', 'minting']), commitment: commitment(random) };
  return amount === 0n || random.chance(0.5) ? [{ category, amount, nft }] : [{ category, amount, nft: null }];
}

function byCategory(spends: readonly Coin[]): Token[][] {
  const groups = new Map<string, Token[]>();
  for (const { token } of spends) {
    if (!token) continue;
    const key = token.category.toString('hex');
    groups.set(key, [...(groups.get(key) ?? []), token]);
  }
  return [...groups.values()];
}

export function finishWithTokens(draft: TransactionDraft, { random }: DraftContext): TransactionDraft {
  if (draft.kind !== 'payment') return draft;
  const wanted = [
    ...byCategory(draft.spends).flatMap((tokens) => passOn(tokens, random)),
    ...genesis(draft.spends, random),
  ];
  if (wanted.length === 0) return draft;
  const places = carriers(draft.outputs, random);
  const dealt = new Map(places.map((place, index) => [place, wanted[index] ?? null]));
  return { ...draft, outputs: draft.outputs.map((output, index) => ({ ...output, token: dealt.get(index) ?? null })) };
}
