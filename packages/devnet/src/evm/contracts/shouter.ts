import { word } from '../bytes/hex.js';
import type { Call } from '../machine/call.js';
import { type Program, reverted } from '../machine/program.js';
import { METHODS, TOPICS, topicOf, words } from './abi.js';

const FAKE_SHARE = 10n ** 18n;

/**
 * Logs what is not so: transfers that have the topics of a standard and not its form, and, well formed, transfers of tokens that
 * it does not keep (what address poisoning does).
 */
export const SHOUTER: Program = {
  name: 'shouter',
  run: (call) => {
    switch (call.selector) {
      case METHODS.shout:
        return shout(call);
      case METHODS.balanceOf:
        return words(0);
      default:
        throw reverted('unknown method');
    }
  },
};

function shout(call: Call): string {
  const victim = call.address(0);
  const [from, to] = [topicOf(victim), topicOf(call.caller)];
  call.log([], '0x');
  call.log([TOPICS.transfer], '0x');
  call.log([TOPICS.transfer, from], words(1));
  call.log([TOPICS.transfer, from, to], '0x');
  call.log([TOPICS.transfer, from, to], `0x${word(1).slice(2)}`);
  call.log([TOPICS.transferSingle, to, from, to], words(1));
  call.log([TOPICS.transferBatch, to, from, to], words(2n ** 256n - 1n, 2n ** 64n));
  call.log([TOPICS.transferBatch, to, from, to], words(64, 128, 2n ** 255n, 1, 1));
  call.log([TOPICS.transferBatch, to, from, to], words(64, 128, 1, 7, 2, 1, 1));
  call.log([TOPICS.transferBatch, to], '0x');
  call.log([TOPICS.deposit], words(5));
  if (call.number(1) > 0n) {
    call.log([TOPICS.transfer, from, to], words(FAKE_SHARE));
    call.movedToken({ standard: 'erc20', from: victim, to: call.caller, tokenId: null, amount: FAKE_SHARE });
  }
  return '0x';
}
