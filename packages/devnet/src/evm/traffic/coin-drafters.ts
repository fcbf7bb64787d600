/** Transactions that move coins, make contracts, fail, or are of rare types. */
import { createdAddress, type Hex, hashOf } from '../bytes/hex.js';
import { calldata, METHODS } from '../contracts/abi.js';
import { creationCode } from '../machine/program.js';
import { CALL_GAS, callOf, type DraftContext, type Drafter, PAYMENT_GAS, spare, unusedAddress } from './draft.js';

export const pay: Drafter = (context) => {
  const from = context.population.sender();
  return { from, to: context.population.recipient(), value: spare(context, from), input: '0x', gas: PAYMENT_GAS };
};

export const payWithNote: Drafter = (context) => {
  const draft = pay(context);
  return draft && { ...draft, input: `0x${Buffer.from('thank you').toString('hex')}`, gas: PAYMENT_GAS * 2 };
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

export const split: Drafter = (context) => {
  const { population, contracts } = context;
  const from = population.sender();
  const input = calldata(METHODS.split, ...[0, 1, 2].map(() => population.recipient()));
  return callOf(from, contracts.at('splitter'), input, spare(context, from));
};

export const route: Drafter = (context) => toSplitter(context, METHODS.route);
export const attempt: Drafter = (context) => toSplitter(context, METHODS.attempt);

function toSplitter(context: DraftContext, method: Hex) {
  const { population, contracts } = context;
  const from = population.sender();
  return callOf(from, contracts.at('splitter'), calldata(method, population.recipient()), spare(context, from));
}

/** Vaults by CREATE and CREATE2, one that ends itself at once, one that cannot be made, one that takes its coins with it. */
export const make: Drafter = (context) => {
  const { population, contracts, random } = context;
  const from = population.sender();
  const beneficiary = random.chance(0.5) ? 0 : population.recipient();
  const input = calldata(METHODS.make, random.below(5), beneficiary);
  return callOf(from, contracts.at('factory'), input, spare(context, from));
};

/** A contract made by an account, with a value or without; some cannot be made. */
export const create: Drafter = (context) => {
  const { population, random } = context;
  const from = population.sender();
  const program = random.pick(['vault', 'vault', 'gold', 'broken', 'nonsense']);
  const input = program === 'nonsense' ? '0xfe00' : creationCode(program);
  return { from, to: null, value: random.chance(0.5) ? spare(context, from) : 0n, input, gas: CALL_GAS };
};

/** Ends a vault in somebody's favour, or in its own, which since EIP-6780 changes nothing. */
export const destroy: Drafter = (context) => {
  const { population, random, state } = context;
  const vaults = vaultsOf(context);
  if (vaults.length === 0) return null;
  const vault = random.pick(vaults);
  const beneficiary = random.chance(0.3) ? vault : population.recipient();
  const input = calldata(METHODS.destroy, beneficiary);
  return callOf(population.sender(), vault, input, state.balance(vault) % 1_000n);
};

/** Vaults that accounts made: the newest nonces of a few accounts say where. */
function vaultsOf({ state, contracts }: DraftContext): Hex[] {
  const factory = contracts.at('factory');
  const made = state.nonce(factory);
  const recent = Array.from({ length: Math.min(6, Math.max(0, made - 1)) }, (_, back) => made - 1 - back);
  return recent.map((nonce) => createdAddress(factory, nonce)).filter((address) => state.code(address) === 'vault');
}

export const fail: Drafter = (context) => {
  const { population, contracts, random } = context;
  const from = population.sender();
  const method = random.pick([METHODS.work, METHODS.route, METHODS.destroy, METHODS.mint]);
  const input = calldata(method, population.recipient());
  return { ...callOf(from, contracts.at('failing'), input, spare(context, from)), gas: 90_000 };
};

export const shout: Drafter = ({ population, contracts, random }) => {
  const input = calldata(METHODS.shout, population.recipient(), random.below(2));
  return callOf(population.sender(), contracts.at('shouter'), input);
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
  const { population, contracts, random, nextNonce } = context;
  const authority = random.pick(population.smart);
  // One in four names a nonce that the account does not have: it is passed over.
  const nonce = nextNonce(authority) + (random.chance(0.25) ? 7 : 0);
  const authorizationList = [{ authority, address: contracts.at('wallet'), nonce }];
  const draft = payNothing(context);
  return draft && { ...draft, to: unusedAddress(context, 'delegated'), gas: 100_000, more: { authorizationList } };
};

/** An account that acts by code pays somebody from inside: the transaction's own value is nothing. */
export const payByWallet: Drafter = (context) => {
  const { population, random, state } = context;
  const from = random.pick(population.smart);
  if (state.code(from) === '') return null;
  return callOf(from, from, calldata(METHODS.execute, population.recipient(), spare(context, from)));
};
