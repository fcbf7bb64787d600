/** Transactions that make, move and end tokens. */
import type { StandingName } from '../contracts/standing-contracts.js';
import { callOf, type DraftContext, type Drafter, holderOf, spare } from './draft.js';

const FUNGIBLE: readonly StandingName[] = ['gold', 'gold', 'dollar', 'dollar', 'rebasing'];
const ITEM_KINDS = [0n, 1n, 2n, 3n, 2n ** 255n + 4n];
const LARGEST_MINT = 1_000_000;
/** So few that most of them have an owner soon, and some are minted a second time in vain. */
const PICTURES = 400;

export const mintToken: Drafter = (context) => {
  const { population, random } = context;
  const amount = BigInt(1 + random.below(LARGEST_MINT)) * 10n ** BigInt(random.pick([3, 6, 15]));
  const parameters = [random.pick(population.persons), amount];
  return callOf(context, population.sender(), random.pick(FUNGIBLE), 'mint', parameters);
};

export const sendToken: Drafter = (context) => {
  const { population, random } = context;
  const token = random.pick(FUNGIBLE);
  const holder = holderOf(context, token);
  if (holder === null) return mintToken(context);
  const parameters = [population.recipient(), random.share(holder.held, 0, 0.4)];
  return callOf(context, holder.from, token, 'transfer', parameters);
};

/** Several payments in one transaction, or tokens that cease to be. */
export const sendManyTokens: Drafter = (context) => {
  const { population, random } = context;
  const holder = holderOf(context, 'gold');
  if (holder === null) return mintToken(context);
  const amount = random.share(holder.held, 0, 0.1);
  if (random.chance(0.3)) return callOf(context, holder.from, 'gold', 'burn', [amount]);
  return callOf(context, holder.from, 'gold', 'transferMany', [
    [population.recipient(), population.recipient()],
    amount,
  ]);
};

/** Somebody moves another one's tokens, which only the exchanges were ever allowed to. */
export const sendForAnother: Drafter = (context) => {
  const { population, random } = context;
  const holder = holderOf(context, 'dollar');
  if (holder === null) return mintToken(context);
  const from = random.chance(0.6) ? random.pick(population.exchanges) : population.sender();
  const amount = random.share(holder.held, 0, 0.1);
  return callOf(context, from, 'dollar', 'transferFrom', [holder.from, population.recipient(), amount]);
};

export const approve: Drafter = (context) => {
  const { population, random } = context;
  const parameters = [random.pick(population.exchanges), 2n ** 256n - 1n];
  return callOf(context, population.sender(), 'dollar', 'approve', parameters);
};

export const rebase: Drafter = (context) => {
  const { population, random } = context;
  return callOf(context, population.sender(), 'rebasing', 'rebase', [90 + random.below(25)]);
};

/** Logs that look like transfers: some are none, and some are, of tokens that nobody holds. Shouting keeps the EVM busy. */
export const shout: Drafter = (context) => {
  const { population, random } = context;
  const recipient = population.recipient();
  const method = random.pick(['shout', 'boast', 'whisper', 'whisper', 'whisper', 'whisper']);
  const parameters = method === 'whisper' ? [recipient, random.below(1_000)] : [recipient];
  return callOf(context, population.sender(), 'hostile', method, parameters);
};

export const wrap: Drafter = (context) => {
  const { population, random } = context;
  const from = population.sender();
  const draft = callOf(context, from, 'weth', 'deposit', [], spare(context, from));
  return random.chance(0.5) ? draft : { ...draft, input: '0x' };
};

export const unwrap: Drafter = (context) => wrapped(context, 'withdraw');
export const sendWrapped: Drafter = (context) => wrapped(context, 'transfer');

function wrapped(context: DraftContext, method: 'withdraw' | 'transfer') {
  const { population, random } = context;
  const holder = holderOf(context, 'weth');
  if (holder === null) return wrap(context);
  const amount = random.share(holder.held, 0.1, 0.9);
  const recipient = method === 'transfer' ? [population.recipient()] : [];
  return callOf(context, holder.from, 'weth', method, [...recipient, amount]);
}

export const mintPicture: Drafter = (context) => {
  const { population, random } = context;
  const parameters = [random.pick(population.persons), random.below(PICTURES)];
  return callOf(context, population.sender(), 'pictures', 'mint', parameters);
};

/** The first picture found that an account owns; one in eight is sent by somebody else, in vain. */
export const sendPicture: Drafter = (context) => {
  const { population, random, holdings } = context;
  for (let tries = 0; tries < 8; tries++) {
    const picture = random.below(PICTURES);
    const owner = holdings.ownerOf(picture);
    if (owner === null || !population.accounts.includes(owner)) continue;
    const from = random.chance(0.125) ? population.sender() : owner;
    return callOf(context, from, 'pictures', 'transferFrom', [from, population.recipient(), picture]);
  }
  return mintPicture(context);
};

/** One kind, or all of them at once. */
export const mintItems: Drafter = (context) => {
  const { population, random } = context;
  const to = random.pick(population.persons);
  const amounts = ITEM_KINDS.map((_, kind) => 1 + random.below(1_000) + kind);
  if (random.chance(0.3)) return callOf(context, population.sender(), 'items', 'mint', [to, ITEM_KINDS[0], amounts[0]]);
  return callOf(context, population.sender(), 'items', 'mintBatch', [to, ITEM_KINDS, amounts]);
};

export const sendItem: Drafter = (context) => {
  const { population, random } = context;
  const kind = random.pick(ITEM_KINDS);
  const holder = holderOf(context, 'items', kind);
  if (holder === null) return mintItems(context);
  const parameters = [holder.from, population.recipient(), kind, 1, '0x'];
  return callOf(context, holder.from, 'items', 'safeTransferFrom', parameters);
};

/** Two kinds at once; a sender who has none of the second fails. */
export const sendItems: Drafter = (context) => {
  const { population, random } = context;
  const [first, ...others] = ITEM_KINDS;
  const holder = holderOf(context, 'items', first);
  if (holder === null) return mintItems(context);
  const parameters = [holder.from, population.recipient(), [first, random.pick(others)], [1, 1], '0x'];
  return callOf(context, holder.from, 'items', 'safeBatchTransferFrom', parameters);
};
