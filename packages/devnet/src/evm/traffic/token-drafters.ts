/** Transactions that make, move and end tokens. */
import { type Hex, word } from '../bytes/hex.js';
import { calldata, METHODS } from '../contracts/abi.js';
import { callOf, type DraftContext, type Drafter, holderOf, spare } from './draft.js';

const FUNGIBLE = ['gold', 'gold', 'dollar', 'dollar', 'rebasing', 'hostile', 'mute'];
/** Kinds of items there are to send. */
const ITEM_KINDS = [0n, 1n, 2n, 3n, 2n ** 255n + 4n];
const LARGEST_MINT = 1_000_000;

export const mintToken: Drafter = ({ population, contracts, random }) => {
  const amount = BigInt(1 + random.below(LARGEST_MINT)) * 10n ** BigInt(random.pick([3, 6, 15]));
  const input = calldata(METHODS.mint, random.pick(population.persons), amount);
  return callOf(population.sender(), contracts.at(random.pick(FUNGIBLE)), input);
};

export const sendToken: Drafter = (context) => {
  const { population, contracts, random, state } = context;
  const asset = contracts.at(random.pick(FUNGIBLE));
  const from = holderOf(context, asset, (holder) => holder);
  if (from === null) return mintToken(context);
  const amount = random.share(state.slot(asset, from), 0, 0.4);
  return callOf(from, asset, calldata(METHODS.transfer, population.recipient(), amount));
};

/** Somebody moves another one's tokens, which anybody may here; one in four wants more than there is. */
export const sendForAnother: Drafter = (context) => {
  const { population, contracts, random, state } = context;
  const asset = contracts.at('dollar');
  const holder = holderOf(context, asset, (address) => address);
  if (holder === null) return mintToken(context);
  const owned = state.slot(asset, holder);
  const amount = random.chance(0.25) ? owned + 1n : owned / 10n;
  const input = calldata(METHODS.transferFrom, holder, population.recipient(), amount);
  return callOf(population.sender(), asset, input);
};

export const approve: Drafter = ({ population, contracts }) => {
  const input = calldata(METHODS.approve, population.recipient(), 2n ** 256n - 1n);
  return callOf(population.sender(), contracts.at('gold'), input);
};

export const rebase: Drafter = ({ population, contracts, random }) =>
  callOf(population.sender(), contracts.at('rebasing'), calldata(METHODS.rebase, 990_000 + random.below(30_000)));

export const wrap: Drafter = (context) => {
  const { population, contracts, random } = context;
  const from = population.sender();
  const input = random.chance(0.5) ? METHODS.deposit : '0x';
  return callOf(from, contracts.at('weth'), input, spare(context, from));
};

export const unwrap: Drafter = (context) => wrapped(context, METHODS.withdraw, false);
export const sendWrapped: Drafter = (context) => wrapped(context, METHODS.transfer, true);

function wrapped(context: DraftContext, method: Hex, hasRecipient: boolean) {
  const { contracts, population, random, state } = context;
  const weth = contracts.at('weth');
  const from = holderOf(context, weth, (holder) => holder);
  if (from === null) return wrap(context);
  const amount = random.share(state.slot(weth, from), 0.1, 0.9);
  return callOf(from, weth, calldata(method, ...(hasRecipient ? [population.recipient()] : []), amount));
}

export const mintPicture: Drafter = ({ population, contracts, random }) => {
  const input = calldata(METHODS.mint, random.pick(population.persons), random.below(100_000));
  return callOf(population.sender(), contracts.at('pictures'), input);
};

/** The first picture found that an account owns. */
export const sendPicture: Drafter = (context) => {
  const { population, contracts, random, state } = context;
  const asset = contracts.at('pictures');
  const from = holderOf(context, asset, (holder) => `count ${holder}`);
  const tokenId = from === null ? null : pictureOf(context, asset, from);
  if (from === null || tokenId === null) return mintPicture(context);
  // One in eight is no longer, or never was, the sender's.
  const wanted = random.chance(0.125) ? tokenId + 1n : tokenId;
  const draft = callOf(from, asset, calldata(METHODS.transferFrom, from, population.recipient(), wanted));
  return state.balance(from) > 0n ? draft : null;
};

function pictureOf({ state }: DraftContext, asset: Hex, owner: Hex): bigint | null {
  const wanted = BigInt(owner);
  for (const name of state.slotNames(asset, 'owner ')) {
    if (state.slot(asset, name) === wanted) return BigInt(name.slice('owner '.length));
  }
  return null;
}

export const mintItems: Drafter = ({ population, contracts, random }) => {
  const input = calldata(METHODS.mint, random.pick(population.persons), 1 + random.below(1_000));
  return callOf(population.sender(), contracts.at('items'), input);
};

export const sendItem: Drafter = (context) => {
  const { population, contracts, random } = context;
  const asset = contracts.at('items');
  const kind = random.pick(ITEM_KINDS);
  const from = holderOf(context, asset, (holder) => `${kind} ${holder}`);
  if (from === null) return mintItems(context);
  const head = calldata(METHODS.safeTransferFrom, from, population.recipient(), kind, 1, 160, 0);
  return callOf(from, asset, head);
};

/** Two kinds at once; a sender who has none of the second fails. */
export const sendItems: Drafter = (context) => {
  const { population, contracts, random } = context;
  const asset = contracts.at('items');
  const from = holderOf(context, asset, (holder) => `${ITEM_KINDS[0]} ${holder}`);
  if (from === null) return mintItems(context);
  const kinds = [ITEM_KINDS[0] as bigint, random.pick(ITEM_KINDS.slice(1))];
  const arrays = [2n, ...kinds, 2n, 1n, 1n, 0n].map(word).join('');
  const head = calldata(METHODS.safeBatchTransferFrom, from, population.recipient(), 160, 256, 352);
  return callOf(from, asset, `${head}${arrays}`);
};
