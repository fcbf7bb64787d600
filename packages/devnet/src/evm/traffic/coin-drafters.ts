/** Transactions that move coins, make contracts, fail, or are of rare types. */
import { createdAddress, type Hex, hashOf, word } from '../bytes/hex.js';
import { callInput, creationCode, type StandingName } from '../contracts/standing-contracts.js';
import { CALL_GAS, type DraftContext, type Drafter } from './draft.js';

export const pay: Drafter = ({ sender, recipient, spare, payment }) => {
  const from = sender();
  return payment(from, recipient(), spare(from));
};

const payWithNote: Drafter = (context) => {
  const draft = pay(context);
  return draft && { ...draft, input: `0x${Buffer.from('thank you').toString('hex')}` };
};

const payOneself: Drafter = ({ sender, spare, payment }) => {
  const from = sender();
  return payment(from, from, spare(from));
};

const payNothing: Drafter = ({ sender, recipient, payment }) => payment(sender(), recipient(), 0n);

/** Coins go to a contract, which sends them on in one of its ways. */
function through(name: StandingName, method: string, parameters: (context: DraftContext) => unknown[]): Drafter {
  return (context) => {
    const from = context.sender();
    return context.call(from, name, method, parameters(context), context.spare(from));
  };
}

const split = through('splitter', 'split', ({ recipients }) => [recipients(3)]);
const nested = through('splitter', 'nested', ({ random, recipient }) => [1 + random.below(3), recipient()]);
const payDespiteFailure = through('splitter', 'payDespiteFailure', ({ recipients }) => recipients(2));
const payByDelegate = through('splitter', 'payByDelegate', ({ contracts, recipient }) => [
  contracts.at('library'),
  recipient(),
]);
const roundTrip = through('splitter', 'roundTrip', ({ contracts }) => [contracts.at('bouncer')]);
const payHolder = through('inquirer', 'payHolder', ({ contracts, recipient }) => [contracts.at('gold'), recipient()]);

/** By CREATE and CREATE2, ones that end themselves at once, one that cannot be made, one that takes its coins with it. */
const make: Drafter = (context) => {
  const { random, recipient } = context;
  const salt = `0x${word(random.uint32())}`;
  const beneficiary = recipient();
  const [method, ...parameters] = random.pick([
    ['create'],
    ['create'],
    ['create2', salt],
    ['createInVain'],
    ['createAndDestroy', beneficiary],
    ['createAndBurn'],
    ['payTheDestroyed', beneficiary],
  ] as const);
  return through('factory', method, () => parameters)(context);
};

/** A contract made by an account, with a value or without; some cannot be made. */
const create: Drafter = ({ sender, recipient, random, spare }) => {
  const from = sender();
  const value = random.chance(0.5) ? spare(from) : 0n;
  const made = [
    { input: creationCode('Mortal'), value },
    { input: creationCode('Mortal'), value },
    { input: creationCode('Stillborn', [random.chance(0.5), recipient()]), value },
    { input: creationCode('Unborn'), value },
    // As cheap to make as the others: one that takes no value.
    { input: creationCode('Coin', ['Coin of an account', 'OWN', 18, 1_000_000n]), value: 0n },
    { input: '0xfe00', value },
  ];
  return { from, to: null, ...random.pick(made), gas: CALL_GAS * 2 };
};

/** Ends a contract in somebody's favour, or in its own, which since EIP-6780 changes nothing. */
const destroy: Drafter = (context) => {
  const { sender, recipient, random } = context;
  const mortals = mortalsOf(context);
  if (mortals.length === 0) return null;
  const mortal = random.pick(mortals);
  const input = callInput('Mortal', 'destroy', [random.chance(0.3) ? mortal : recipient()]);
  return { from: sender(), to: mortal, value: 0n, input, gas: CALL_GAS };
};

/** Contracts that the factory made lately by CREATE and that are still there. */
function mortalsOf({ state, contracts }: DraftContext): Hex[] {
  const factory = contracts.at('factory');
  const made = state.nonce(factory);
  const recent = Array.from({ length: Math.min(6, Math.max(0, made - 1)) }, (_, back) => made - 1 - back);
  return recent.map((nonce) => createdAddress(factory, nonce)).filter((address) => state.hasCode(address));
}

/** Coins that a mortal contract gets later. */
const payMortal: Drafter = (context) => {
  const from = context.sender();
  const [to] = mortalsOf(context);
  return to === undefined ? null : context.payment(from, to, context.spare(from));
};

const fail: Drafter = ({ sender, recipient, spare, random, call, payment, contracts }) => {
  const from = sender();
  const value = spare(from);
  return random.pick([
    call(from, 'reverter', 'fail', [], value),
    { ...call(from, 'reverter', 'exhaust', [], value), gas: 90_000 },
    call(from, 'splitter', 'payAndRevert', [recipient()], value),
    payment(from, contracts.at('reverter'), value),
  ]);
};

/** EIP-4844. */
const sendBlobs: Drafter = (context) => {
  const draft = payNothing(context);
  if (!draft || !context.types.includes(3)) return null;
  const count = 1 + context.random.below(3);
  const hashes = Array.from({ length: count }, () => `0x01${hashOf('blob', context.random.uint32()).slice(4)}`);
  return { ...draft, more: { blobVersionedHashes: hashes, maxFeePerBlobGas: 1_000_000_000n } };
};

/** EIP-7702: somebody pays for an account's becoming a wallet. */
const delegateAccount: Drafter = (context) => {
  const { population, contracts, random, mempool, unused } = context;
  const authority = random.pick(population.smart);
  // One in four names a nonce that the account does not have: it is passed over.
  const nonce = mempool.nextNonce(authority) + (random.chance(0.25) ? 7 : 0);
  const authorizationList = [{ authority, address: contracts.at('wallet'), nonce }];
  const draft = payNothing(context);
  return draft && { ...draft, to: unused('delegated'), gas: 100_000, more: { authorizationList } };
};

/** An account that acts by code pays somebody from inside: the transaction's own value is nothing. */
const payByWallet: Drafter = ({ population, random, state, recipients, spare }) => {
  const from = random.pick(population.smart);
  if (!state.hasCode(from)) return null;
  const input = callInput('Wallet', 'payMany', [recipients(2), spare(from)]);
  return { from, to: from, value: 0n, input, gas: CALL_GAS };
};

/** How often each of them is sent: weights. */
export const COIN_MIX: readonly (readonly [Drafter, number])[] = [
  [pay, 26],
  [payWithNote, 3],
  [payOneself, 2],
  [payNothing, 2],
  [split, 5],
  [nested, 2],
  [payDespiteFailure, 3],
  [payByDelegate, 3],
  [roundTrip, 1],
  [payHolder, 2],
  [make, 5],
  [create, 2],
  [destroy, 3],
  [payMortal, 1],
  [fail, 4],
  [sendBlobs, 2],
  [delegateAccount, 2],
  [payByWallet, 3],
];
