/** Fungible tokens: ordinary ones, one whose balances change by themselves, and ones whose metadata is meant to hurt. */
import { type Hex, ZERO_ADDRESS } from '../bytes/hex.js';
import type { Call } from '../machine/call.js';
import { type Program, reverted } from '../machine/program.js';
import { encodedText, METHODS, TOPICS, topicOf, words } from './abi.js';

/** How a token answers what it is called. Null: it reverts. */
interface Metadata {
  readonly name: Hex | null;
  readonly symbol: Hex | null;
  readonly decimals: bigint | null;
}

interface Kind {
  /** Balances are shares of a total that grows: transfers do not add up to them. */
  readonly rebasing?: boolean;
  /** `balanceOf` reverts. */
  readonly mute?: boolean;
}

const YES = words(1);
const PARTS = 1_000_000n;
/** What `rebase` can change a balance to at most, so that no sum runs away. */
const MOST_INDEX = 4n * PARTS;
const BYTES32_SYMBOL: Hex = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`;

const text = (value: string): Hex => encodedText(Buffer.from(value));

export const GOLD = token('gold', { name: text('Demo Gold'), symbol: text('GOLD'), decimals: 18n });
export const DOLLAR = token('dollar', { name: text('Demo Dollar'), symbol: text('DUSD'), decimals: 6n });
export const REBASING = token(
  'rebasing',
  { name: text('Rebasing Coin'), symbol: text('rCOIN'), decimals: 9n },
  { rebasing: true },
);
/** Control characters, a name of 10 KB, the symbol as bytes32, no decimals. */
export const HOSTILE = token('hostile', {
  name: text(`Evil\u0000\u0007\u001b[31m\u202eToken\r\n${'x'.repeat(10_000)}`),
  symbol: BYTES32_SYMBOL,
  decimals: null,
});
/** Text that is not UTF-8, a symbol that points beyond its end, decimals above 255, balances that cannot be asked for. */
export const MUTE = token(
  'mute',
  { name: encodedText(Buffer.from('fffec0af80', 'hex')), symbol: words(2n ** 255n, 5), decimals: 2n ** 200n },
  { mute: true },
);

function token(name: string, metadata: Metadata, kind: Kind = {}): Program {
  return {
    name,
    construct: (call) => call.write('index', PARTS),
    run: (call) => {
      switch (call.selector) {
        case METHODS.name:
          return orRevert(metadata.name);
        case METHODS.symbol:
          return orRevert(metadata.symbol);
        case METHODS.decimals:
          return metadata.decimals === null ? orRevert(null) : words(metadata.decimals);
        case METHODS.totalSupply:
          return words(call.read('supply'));
        case METHODS.balanceOf:
          if (kind.mute) throw reverted('');
          return words(balanceOf(call, call.address(0)));
        case METHODS.transfer:
          return transfer(call, call.caller, call.address(0), call.number(1));
        case METHODS.transferFrom:
          return transfer(call, call.address(0), call.address(1), call.number(2));
        case METHODS.mint:
          return mint(call, call.address(0), call.number(1));
        case METHODS.approve:
          call.log([TOPICS.approval, topicOf(call.caller), topicOf(call.address(0))], words(call.number(1)));
          return YES;
        case METHODS.rebase:
          return rebase(call, kind);
        default:
          throw reverted('unknown method');
      }
    },
  };
}

function orRevert(answer: Hex | null): Hex {
  if (answer === null) throw reverted('');
  return answer;
}

/** Shares are slots; the index makes balances of them. A contract that stands since genesis has none written yet. */
function indexOf(call: Call): bigint {
  return call.read('index') || PARTS;
}

function balanceOf(call: Call, holder: Hex): bigint {
  return (call.read(holder) * indexOf(call)) / PARTS;
}

function transfer(call: Call, from: Hex, to: Hex, amount: bigint): Hex {
  const shares = (amount * PARTS) / indexOf(call);
  if (call.read(from) < shares) throw reverted('ERC20: transfer amount exceeds balance');
  call.add(from, -shares);
  call.add(to, shares);
  announce(call, from, to, amount);
  return YES;
}

function mint(call: Call, to: Hex, amount: bigint): Hex {
  call.add(to, (amount * PARTS) / indexOf(call));
  call.add('supply', amount);
  announce(call, ZERO_ADDRESS, to, amount);
  return YES;
}

function announce(call: Call, from: Hex, to: Hex, amount: bigint): void {
  call.log([TOPICS.transfer, topicOf(from), topicOf(to)], words(amount));
  call.movedToken({ standard: 'erc20', from, to, tokenId: null, amount });
}

/** All balances grow or shrink, and no log says so. */
function rebase(call: Call, { rebasing }: Kind): Hex {
  if (!rebasing) throw reverted('unknown method');
  const wanted = (indexOf(call) * call.number(0)) / PARTS;
  call.write('index', wanted < 1n || wanted > MOST_INDEX ? PARTS : wanted);
  return YES;
}
