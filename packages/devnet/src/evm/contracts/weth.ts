import { ZERO_ADDRESS } from '../bytes/hex.js';
import type { Call } from '../machine/call.js';
import { type Program, reverted } from '../machine/program.js';
import { encodedText, METHODS, TOPICS, topicOf, words } from './abi.js';

/** Wrapped coins (WETH9): deposits and withdrawals make and end tokens without a Transfer. */
export const WETH: Program = {
  name: 'weth',
  run: (call) => {
    switch (call.selector) {
      case METHODS.name:
        return encodedText(Buffer.from('Wrapped Ether'));
      case METHODS.symbol:
        return encodedText(Buffer.from('WETH'));
      case METHODS.decimals:
        return words(18);
      case METHODS.totalSupply:
        return words(call.balance());
      case METHODS.balanceOf:
        return words(call.read(call.address(0)));
      case METHODS.transfer:
        return transfer(call);
      case METHODS.withdraw:
        return withdraw(call);
      case METHODS.deposit:
      case '':
        return deposit(call);
      default:
        throw reverted('unknown method');
    }
  },
};

function deposit(call: Call): string {
  call.add(call.caller, call.value);
  call.log([TOPICS.deposit, topicOf(call.caller)], words(call.value));
  call.movedToken({ standard: 'erc20', from: ZERO_ADDRESS, to: call.caller, tokenId: null, amount: call.value });
  return '0x';
}

function withdraw(call: Call): string {
  const amount = call.number(0);
  if (call.read(call.caller) < amount) throw reverted('');
  call.add(call.caller, -amount);
  if (!call.call(call.caller, amount)) throw reverted('');
  call.log([TOPICS.withdrawal, topicOf(call.caller)], words(amount));
  call.movedToken({ standard: 'erc20', from: call.caller, to: ZERO_ADDRESS, tokenId: null, amount });
  return '0x';
}

function transfer(call: Call): string {
  const to = call.address(0);
  const amount = call.number(1);
  if (call.read(call.caller) < amount) throw reverted('');
  call.add(call.caller, -amount);
  call.add(to, amount);
  call.log([TOPICS.transfer, topicOf(call.caller), topicOf(to)], words(amount));
  call.movedToken({ standard: 'erc20', from: call.caller, to, tokenId: null, amount });
  return words(1);
}
