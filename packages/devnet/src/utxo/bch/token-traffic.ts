/** Deals tokens to the outputs of a payment: what its inputs carry moves on, and now and then a new category begins. */
import type { Random } from '../../random.js';
import type { DraftContext } from '../chain-rules.js';
import type { Coin, TransactionDraft } from '../utxo-transaction.js';
import type { Nft, Token } from './token.js';

const MOST = (1n << 63n) - 1n;
/** Bytes; the longest since May 2026. */
const COMMITMENTS = [0, 1, 8, 32, 40, 128] as const;

/** A mutable NFT gets another commitment or loses its capability; the others stay as they are. */
function successor(nft: Nft | null, random: Random): Nft | null {
  if (nft?.capability !== 'mutable') return nft;
  return {
    capability: random.chance(0.15) ? 'none' : 'mutable',
    commitment: random.bytes(random.pick(COMMITMENTS)),
  };
}

/** Next form of a token: nothing, which burns it, or one or two that share its amount. */
function passOn({ category, amount, nft }: Token, random: Random): Token[] {
  if (random.chance(0.04)) return [];
  const next = successor(nft, random);
  const part = amount > 1n && random.chance(0.5) ? random.share(amount - 1n, 0.1, 0.9) : 0n;
  const rest = { category, amount: amount - part, nft: next };
  return part > 0n ? [rest, { category, amount: part, nft: null }] : [rest];
}

/** A new category: its id is the transaction whose output 0 is spent. */
function genesis(spends: readonly Coin[], random: Random): Token[] {
  const origin = spends.find(({ vout }) => vout === 0);
  if (!origin || !random.chance(0.1)) return [];
  const amount = random.pick([0n, 1n, 21_000_000n, 1n << 60n, MOST]);
  const isFungible = amount > 0n && random.chance(0.5);
  const commitment = random.bytes(random.pick(COMMITMENTS));
  const nft: Nft | null = isFungible ? null : { capability: random.pick(['none', 'mutable', 'minting']), commitment };
  return [{ category: origin.transaction.txid, amount, nft }];
}

/** Every output that can carry a token gets the next one; what is left is burned. */
export function finishWithTokens(draft: TransactionDraft, { random }: DraftContext): TransactionDraft {
  if (draft.kind !== 'payment') return draft;
  const tokens = [
    ...draft.spends.flatMap(({ token }) => (token ? passOn(token, random) : [])),
    ...genesis(draft.spends, random),
  ];
  const outputs = draft.outputs.map((output) => {
    const { value, destination } = output;
    const canCarry = value > 0n && destination.type !== 'nulldata' && destination.type !== 'nonstandard';
    return { ...output, token: (canCarry && tokens.shift()) || null };
  });
  return { ...draft, outputs };
}
