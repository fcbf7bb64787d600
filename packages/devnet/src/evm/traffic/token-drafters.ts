/** Transactions that make, move and end tokens. */
import type { StandingName } from '../contracts/standing-contracts.js';
import type { Drafter } from './draft.js';

const FUNGIBLE: readonly StandingName[] = ['gold', 'gold', 'dollar', 'dollar', 'rebasing'];
const ITEM_KINDS = [0n, 1n, 2n, 3n, 2n ** 255n + 4n] as const;
const LARGEST_MINT = 1_000_000;
/** So few that most of them have an owner soon, and some are minted a second time in vain. */
const PICTURES = 400;

const mintToken: Drafter = ({ population, sender, random, call }) => {
  const amount = BigInt(1 + random.below(LARGEST_MINT)) * 10n ** BigInt(random.pick([3, 6, 15]));
  const parameters = [random.pick(population.persons), amount];
  return call(sender(), random.pick(FUNGIBLE), 'mint', parameters);
};

const sendToken: Drafter = (context) => {
  const { random, holderOf, recipient, call } = context;
  const token = random.pick(FUNGIBLE);
  const holder = holderOf(token);
  if (holder === null) return mintToken(context);
  return call(holder.from, token, 'transfer', [recipient(), random.share(holder.held, 0, 0.4)]);
};

/** Several payments in one transaction, or tokens that cease to be. */
const sendManyTokens: Drafter = (context) => {
  const { random, holderOf, recipients, call } = context;
  const holder = holderOf('gold');
  if (holder === null) return mintToken(context);
  const amount = random.share(holder.held, 0, 0.1);
  if (random.chance(0.3)) return call(holder.from, 'gold', 'burn', [amount]);
  return call(holder.from, 'gold', 'transferMany', [recipients(2), amount]);
};

/** Somebody moves another one's tokens, which only the exchanges were ever allowed to. */
const sendForAnother: Drafter = (context) => {
  const { population, sender, recipient, random, holderOf, call } = context;
  const holder = holderOf('dollar');
  if (holder === null) return mintToken(context);
  const from = random.chance(0.6) ? random.pick(population.exchanges) : sender();
  const amount = random.share(holder.held, 0, 0.1);
  return call(from, 'dollar', 'transferFrom', [holder.from, recipient(), amount]);
};

const approve: Drafter = ({ population, sender, random, call }) => {
  const parameters = [random.pick(population.exchanges), 2n ** 256n - 1n];
  return call(sender(), 'dollar', 'approve', parameters);
};

const rebase: Drafter = ({ sender, random, call }) => call(sender(), 'rebasing', 'rebase', [90 + random.below(25)]);

/** Logs that look like transfers: some are none, and some are, of tokens that nobody holds. Shouting keeps the EVM busy. */
const shout: Drafter = ({ sender, recipient, random, call }) => {
  const to = recipient();
  const method = random.pick(['shout', 'boast', 'whisper', 'whisper', 'whisper', 'whisper']);
  const parameters = method === 'whisper' ? [to, random.below(1_000)] : [to];
  return call(sender(), 'hostile', method, parameters);
};

const wrap: Drafter = ({ sender, spare, random, call }) => {
  const from = sender();
  const draft = call(from, 'weth', 'deposit', [], spare(from));
  return random.chance(0.5) ? draft : { ...draft, input: '0x' };
};

const unwrap: Drafter = (context) => {
  const holder = context.holderOf('weth');
  if (holder === null) return wrap(context);
  return context.call(holder.from, 'weth', 'withdraw', [context.random.share(holder.held, 0.1, 0.9)]);
};

const sendWrapped: Drafter = (context) => {
  const { random, holderOf, recipient, call } = context;
  const holder = holderOf('weth');
  if (holder === null) return wrap(context);
  const amount = random.share(holder.held, 0.1, 0.9);
  return call(holder.from, 'weth', 'transfer', [recipient(), amount]);
};

const mintPicture: Drafter = ({ population, sender, random, call }) => {
  const parameters = [random.pick(population.persons), random.below(PICTURES)];
  return call(sender(), 'pictures', 'mint', parameters);
};

/** The first picture found that an account owns; one in eight is sent by somebody else, in vain. */
const sendPicture: Drafter = (context) => {
  const { population, sender, recipient, random, holdings, call } = context;
  for (let tries = 0; tries < 8; tries++) {
    const picture = random.below(PICTURES);
    const owner = holdings.ownerOf(picture);
    if (owner === null || !population.accounts.includes(owner)) continue;
    const from = random.chance(0.125) ? sender() : owner;
    return call(from, 'pictures', 'transferFrom', [from, recipient(), picture]);
  }
  return mintPicture(context);
};

/** One kind, or all of them at once. */
const mintItems: Drafter = ({ population, sender, random, call }) => {
  const to = random.pick(population.persons);
  const amounts = ITEM_KINDS.map((_, kind) => 1 + random.below(1_000) + kind);
  if (random.chance(0.3)) return call(sender(), 'items', 'mint', [to, ITEM_KINDS[0], amounts[0]]);
  return call(sender(), 'items', 'mintBatch', [to, ITEM_KINDS, amounts]);
};

const sendItem: Drafter = (context) => {
  const { random, recipient, holderOf, call } = context;
  const kind = random.pick(ITEM_KINDS);
  const holder = holderOf('items', kind);
  if (holder === null) return mintItems(context);
  return call(holder.from, 'items', 'safeTransferFrom', [holder.from, recipient(), kind, 1, '0x']);
};

/** Two kinds at once; a sender who has none of the second fails. */
const sendItems: Drafter = (context) => {
  const { random, recipient, holderOf, call } = context;
  const [first, ...others] = ITEM_KINDS;
  const holder = holderOf('items', first);
  if (holder === null) return mintItems(context);
  const parameters = [holder.from, recipient(), [first, random.pick(others)], [1, 1], '0x'];
  return call(holder.from, 'items', 'safeBatchTransferFrom', parameters);
};

/** How often each of them is sent: weights. */
export const TOKEN_MIX: readonly (readonly [Drafter, number])[] = [
  [mintToken, 5],
  [sendToken, 15],
  [sendManyTokens, 1],
  [sendForAnother, 3],
  [approve, 2],
  [rebase, 1],
  [shout, 2],
  [wrap, 4],
  [unwrap, 3],
  [sendWrapped, 2],
  [mintPicture, 3],
  [sendPicture, 3],
  [mintItems, 2],
  [sendItem, 2],
  [sendItems, 2],
];
