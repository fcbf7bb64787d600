/** Transactions that move coins, make contracts, fail, or are of rare types. */
import { createdAddress, type Hex, hashOf, word } from '../bytes/hex.js';
import { callInput, creationCode, type StandingName } from '../contracts/standing-contracts.js';
import { CALL_GAS, callOf, type DraftContext, type Drafter, PAYMENT_GAS, spare, unusedAddress } from './draft.js';

export const pay: Drafter = (context) => {
  const from = context.population.sender();
  return { from, to: context.population.recipient(), value: spare(context, from), input: '0x', gas: PAYMENT_GAS };
};

export const payWithNote: Drafter = (context) => {
  const draft = pay(context);
  return draft && { ...draft, input: `0x${Buffer.from('thank you').toString('hex')}` };
};

export const payOneself: Drafter = (context) => {
  const from = context.population.sender();
  return { from, to: from, value: spare(context, from), input: '0x', gas: PAYMENT_GAS };
};

export const payNothing: Drafter = ({ population }) => ({
  from: population.sender(),
  to: population.recipient(),
  value: 0n,
  input: '0x',
  gas: PAYMENT_GAS,
});

/** Coins go to a contract, which sends them on in one of its ways. */
function through(name: StandingName, method: string, parameters: (context: DraftContext) => unknown[]): Drafter {
  return (context) => {
    const from = context.population.sender();
    return callOf(context, from, name, method, parameters(context), spare(context, from));
  };
}

const recipients = ({ population }: DraftContext, count: number): Hex[] =>
  Array.from({ length: count }, () => population.recipient());

export const split = through('splitter', 'split', (context) => [recipients(context, 3)]);
export const nested = through('splitter', 'nested', (context) => [
  1 + context.random.below(3),
  ...recipients(context, 1),
]);
export const payDespiteFailure = through('splitter', 'payDespiteFailure', (context) => recipients(context, 2));
export const payByDelegate = through('splitter', 'payByDelegate', (context) => [
  context.contracts.at('library'),
  ...recipients(context, 1),
]);
export const roundTrip = through('splitter', 'roundTrip', ({ contracts }) => [contracts.at('bouncer')]);
export const payHolder = through('inquirer', 'payHolder', (context) => [
  context.contracts.at('gold'),
  ...recipients(context, 1),
]);

/** By CREATE and CREATE2, ones that end themselves at once, one that cannot be made, one that takes its coins with it. */
export const make: Drafter = (context) => {
  const { random, population } = context;
  const salt = `0x${word(random.uint32())}`;
  const beneficiary = population.recipient();
  const [method, parameters] = random.pick([
    ['create', []],
    ['create', []],
    ['create2', [salt]],
    ['createInVain', []],
    ['createAndDestroy', [beneficiary]],
    ['createAndBurn', []],
    ['payTheDestroyed', [beneficiary]],
  ] as const);
  return through('factory', method, () => [...parameters])(context);
};

/** A contract made by an account, with a value or without; some cannot be made. */
export const create: Drafter = (context) => {
  const { population, random } = context;
  const from = population.sender();
  const value = random.chance(0.5) ? spare(context, from) : 0n;
  const made = [
    { input: creationCode('Mortal'), value },
    { input: creationCode('Mortal'), value },
    { input: creationCode('Stillborn', [random.chance(0.5), population.recipient()]), value },
    { input: creationCode('Unborn'), value },
    // As cheap to make as the others: one that takes no value.
    { input: creationCode('Coin', ['Coin of an account', 'OWN', 18, 1_000_000n]), value: 0n },
    { input: '0xfe00', value },
  ];
  return { from, to: null, ...random.pick(made), gas: CALL_GAS * 2 };
};

/** Ends a contract in somebody's favour, or in its own, which since EIP-6780 changes nothing. */
export const destroy: Drafter = (context) => {
  const { population, random } = context;
  const mortals = mortalsOf(context);
  if (mortals.length === 0) return null;
  const mortal = random.pick(mortals);
  const beneficiary = random.chance(0.3) ? mortal : population.recipient();
  const input = callInput('Mortal', 'destroy', [beneficiary]);
  return { from: population.sender(), to: mortal, value: 0n, input, gas: CALL_GAS };
};

/** What the factory made lately by CREATE and is still there. */
function mortalsOf({ state, contracts }: DraftContext): Hex[] {
  const factory = contracts.at('factory');
  const made = state.nonce(factory);
  const recent = Array.from({ length: Math.min(6, Math.max(0, made - 1)) }, (_, back) => made - 1 - back);
  return recent.map((nonce) => createdAddress(factory, nonce)).filter((address) => state.hasCode(address));
}

/** Coins that a mortal contract gets later. */
export const payMortal: Drafter = (context) => {
  const from = context.population.sender();
  const [to] = mortalsOf(context);
  return to === undefined ? null : { from, to, value: spare(context, from), input: '0x', gas: PAYMENT_GAS };
};

export const fail: Drafter = (context) => {
  const { population, random, contracts } = context;
  const from = population.sender();
  const value = spare(context, from);
  const [recipient] = recipients(context, 1);
  return random.pick([
    { ...callOf(context, from, 'reverter', 'fail', [], value) },
    { ...callOf(context, from, 'reverter', 'exhaust', [], value), gas: 90_000 },
    { ...callOf(context, from, 'splitter', 'payAndRevert', [recipient], value) },
    { from, to: contracts.at('reverter'), value, input: '0x', gas: PAYMENT_GAS },
  ]);
};

/** EIP-4844. */
export const sendBlobs: Drafter = (context) => {
  const draft = payNothing(context);
  if (!draft || !context.types.includes(3)) return null;
  const count = 1 + context.random.below(3);
  const hashes = Array.from({ length: count }, () => `0x01${hashOf('blob', context.random.uint32()).slice(4)}`);
  return { ...draft, more: { blobVersionedHashes: hashes, maxFeePerBlobGas: 1_000_000_000n } };
};

/** EIP-7702: somebody pays for an account's becoming a wallet. */
export const delegateAccount: Drafter = (context) => {
  const { population, contracts, random, mempool } = context;
  const authority = random.pick(population.smart);
  // One in four names a nonce that the account does not have: it is passed over.
  const nonce = mempool.nextNonce(authority) + (random.chance(0.25) ? 7 : 0);
  const authorizationList = [{ authority, address: contracts.at('wallet'), nonce }];
  const draft = payNothing(context);
  return draft && { ...draft, to: unusedAddress(context, 'delegated'), gas: 100_000, more: { authorizationList } };
};

/** An account that acts by code pays somebody from inside: the transaction's own value is nothing. */
export const payByWallet: Drafter = (context) => {
  const { population, random, state } = context;
  const from = random.pick(population.smart);
  if (!state.hasCode(from)) return null;
  const input = callInput('Wallet', 'payMany', [recipients(context, 2), spare(context, from)]);
  return { from, to: from, value: 0n, input, gas: CALL_GAS };
};
