/** Contracts that send coins on, make contracts, end themselves, or fail. */
import { type Hex, word } from '../bytes/hex.js';
import type { Call } from '../machine/call.js';
import { CallFailure, type Program, reverted } from '../machine/program.js';
import { calldata, METHODS, words } from './abi.js';

/** Contracts that another one works with, by name. */
type AddressBook = (name: string) => Hex;

/** Splits, routes through a library, and tries what fails. */
export function splitter(addressOf: AddressBook): Program {
  return {
    name: 'splitter',
    run: (call) => {
      switch (call.selector) {
        case METHODS.split:
          return split(call);
        case METHODS.route:
          if (!call.delegateCall(addressOf('library'), call.input)) throw reverted('route failed');
          return '0x';
        case METHODS.attempt:
          return attempt(call, addressOf);
        default:
          return '0x';
      }
    },
  };
}

/** A third each to three addresses; what does not divide stays. */
function split(call: Call): Hex {
  const share = call.value / 3n;
  for (const index of [0, 1, 2]) call.call(call.address(index), share);
  return words(share);
}

/** The first try reverts with all that it did; then half goes to somebody and the rest back to who called. */
function attempt(call: Call, addressOf: AddressBook): Hex {
  call.staticCall(addressOf('gold'), calldata(METHODS.balanceOf, call.self));
  call.call(addressOf('failing'), call.value, calldata(METHODS.route, call.address(0)));
  const half = call.value / 2n;
  call.call(call.address(0), half);
  call.call(call.caller, call.value - half);
  return '0x';
}

/** Runs in the place of whoever calls it by DELEGATECALL. */
export const LIBRARY: Program = {
  name: 'library',
  run: (call) => {
    if (call.selector === METHODS.route && !call.call(call.address(0), call.value)) throw reverted('cannot pay');
    return '0x';
  },
};

/** Never succeeds: sends the value on first and then reverts, or uses up all gas. */
export const FAILING: Program = {
  name: 'failing',
  run: (call) => {
    if (call.selector === METHODS.work) call.burn(Number.MAX_SAFE_INTEGER);
    if (call.selector === METHODS.route) call.call(call.address(0), call.value);
    if (call.selector === METHODS.destroy) throw new CallFailure('invalid opcode: INVALID');
    throw reverted('always fails');
  },
};

/** Holds what it is given until it ends itself in favour of whoever is named. */
export const VAULT: Program = {
  name: 'vault',
  run: (call) => (call.selector === METHODS.destroy ? call.selfDestruct(call.address(0)) : '0x'),
};

/** Ends itself while it is being made. */
export const FLASH: Program = {
  name: 'flash',
  construct: (call) => call.selfDestruct(call.caller),
  run: () => '0x',
};

/** Cannot be made. */
export const BROKEN: Program = {
  name: 'broken',
  construct: () => {
    throw reverted('constructor failed');
  },
  run: () => '0x',
};

/** Makes vaults with the value that it gets: by CREATE, by CREATE2, and some that do not outlive the transaction. */
export const FACTORY: Program = {
  name: 'factory',
  run: (call) => {
    if (call.selector !== METHODS.make) return '0x';
    call.add('made', 1n);
    const salt: Hex = `0x${word(call.read('made'))}`;
    switch (Number(call.number(0)) % 5) {
      case 0:
        return madeBy(call.create('vault', call.value));
      case 1:
        return madeBy(call.create('vault', call.value, salt));
      case 2:
        return madeBy(call.create('flash', call.value));
      case 3:
        call.create('broken', call.value);
        return '0x';
      default: {
        // The vault is told to end itself in its own favour: its coins cease to be (EIP-6780).
        const vault = call.create('vault', call.value, salt);
        if (vault !== null)
          call.call(vault, 0n, calldata(METHODS.destroy, call.number(1) === 0n ? vault : call.address(1)));
        return madeBy(vault);
      }
    }
  },
};

function madeBy(address: Hex | null): Hex {
  if (address === null) throw reverted('creation failed');
  return words(address);
}

/** Code that accounts act by (EIP-7702): pays whom its owner says. */
export const WALLET: Program = {
  name: 'wallet',
  run: (call) => {
    if (call.selector !== METHODS.execute) return '0x';
    if (call.caller !== call.self) throw reverted('only for its owner');
    if (!call.call(call.address(0), call.number(1))) throw reverted('payment failed');
    return '0x';
  },
};
