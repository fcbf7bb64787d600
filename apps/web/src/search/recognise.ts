/** Meanings of a text, and which chains have it. */
import { type Chaintrail, ChaintrailError, type Currency } from '@chaintrail/client';
import { OUTCOME_UNKNOWN } from '../format.js';

export interface Hit {
  readonly currency: Currency;
  readonly kind: 'address' | 'account' | 'tx' | 'block' | 'token';
  readonly id: string;
  /** Text that tells it from hits of other chains. */
  readonly about: string;
}

export interface SearchHit {
  readonly hits: readonly Hit[];
  /** Sentences about chains that could not answer, in the words of the API. */
  readonly troubles: readonly string[];
}

type Ask = (currency: Currency) => Promise<Hit>;

/** Reasons that mean "not on this chain": no reason to trouble anybody. */
const NOT_THERE =
  /^(address-(malformed|checksum|foreign-network|not-indexable)|invalid-parameter|unknown-\w+|no-tokens|descriptor-foreign-network)$/;

const IS_HEIGHT = /^\d{1,10}$/;
const IS_HASH = /^(0x)?[0-9a-f]{64}$/i;
/** An extended public key (xpub and its like), or a descriptor. */
const IS_ACCOUNT = /^([a-z]{1,2}p?ub[1-9a-z]{90,}|[a-z_]+\(.*\)(#[a-z0-9]*)?)$/i;
/** Private keys, extended or one in WIF, alone or in a descriptor: no server is to see one. */
const IS_PRIVATE = [
  /(^|[^0-9a-z])[a-z]{1,2}pr?v[1-9a-z]{90,}/i,
  /(^|[^0-9A-Za-z])[5KLc9QT6][1-9A-HJ-NP-Za-km-z]{50,51}(?![0-9A-Za-z])/,
];
/** Sentence about a text that is, or has, a private key. */
export const PRIVATE = 'This is a private key. It was not sent to the server: give the public one.';
const IS_EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;

export const hasPrivateKey = (text: string): boolean => IS_PRIVATE.some((form) => form.test(text));

/** Asks those endpoints of the chains that take a text of this form; they know best whether it is one of theirs. */
export async function recognise(
  client: Chaintrail,
  currencies: readonly Currency[],
  text: string,
  signal: AbortSignal,
): Promise<SearchHit> {
  if (hasPrivateKey(text)) return { hits: [], troubles: [PRIVATE] };
  const options = { signal, retries: 0 };
  const transaction: Ask = async (currency) => {
    const { txid, status } = await client.transaction(currency.currency, text, options);
    return { currency, kind: 'tx', id: txid, about: status ?? OUTCOME_UNKNOWN };
  };
  const block: Ask = async (currency) => {
    const { height, hash } = await client.block(currency.currency, text, { ...options, limit: 1 });
    return { currency, kind: 'block', id: hash, about: `height ${height}` };
  };
  const address: Ask = async (currency) => {
    const { address: canonical, name, transactionCount } = await client.balance(currency.currency, text, options);
    const about = transactionCount === 1 ? '1 transaction' : `${transactionCount} transactions`;
    return { currency, kind: 'address', id: canonical, about: name === null ? about : `${name}, ${about}` };
  };
  const account: Ask = async (currency) => {
    const found = await client.get('/accounts/{currency}/{descriptor}/balance', {
      ...{ path: { currency: currency.currency, descriptor: text }, ...options },
    });
    return { currency, kind: 'account', id: text, about: `${found.transactionCount} transactions` };
  };
  const token: Ask = async (currency) => {
    const { asset, name, symbol } = await client.holdersPage(currency.currency, text, { ...options, limit: 1 });
    return { currency, kind: 'token', id: asset, about: name ?? symbol ?? 'a token' };
  };
  const fits = ({ family }: Currency): boolean => !IS_EVM_ADDRESS.test(text) || family === 'evm';
  const hasHeight = ({ historyFrom, indexedHeight }: Currency): boolean =>
    historyFrom <= Number(text) && Number(text) <= (indexedHeight ?? -1);
  const hasTokens = ({ features }: Currency): boolean => features.includes('tokens');
  const of = (chains: readonly Currency[], ...asks: readonly Ask[]) =>
    chains.flatMap((chain) => asks.map((ask) => ask(chain)));
  const asked = () => {
    if (IS_ACCOUNT.test(text))
      return of(
        currencies.filter(({ family }) => family === 'utxo'),
        account,
      );
    if (IS_HEIGHT.test(text)) return of(currencies.filter(hasHeight), block);
    if (IS_HASH.test(text)) return of(currencies, transaction, block);
    // Coins that a block of a Cosmos chain moved itself.
    if (text.startsWith('block:'))
      return of(
        currencies.filter(({ family }) => family === 'cosmos'),
        transaction,
      );
    const fitting = currencies.filter(fits);
    return [...of(fitting, address), ...of(fitting.filter(hasTokens), token)];
  };
  const answers = await Promise.allSettled(asked());
  signal.throwIfAborted();
  const hits = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  const isBlock = (of: Hit) => hits.some(({ kind, currency }) => kind === 'block' && currency === of.currency);
  return {
    // Coins that a block of an EVM chain moved itself are an entry with the hash of the block: the block is meant.
    hits: hits.filter((hit) => hit.kind !== 'tx' || !isBlock(hit)),
    troubles: [...new Set(answers.flatMap(troubleOf))],
  };
}

function troubleOf(answer: PromiseSettledResult<Hit>): string[] {
  if (answer.status === 'fulfilled') return [];
  const { reason } = answer;
  if (!(reason instanceof ChaintrailError)) return [String(reason)];
  return NOT_THERE.test(reason.code) ? [] : [reason.detail];
}
