/** The kinds of transactions of a public chain. Each makes what it calls and what is logged. */
import { id } from 'ethers';
import type { DraftChance } from './draft-chance.js';
import type { EventName } from './generated-events.js';
import { CONTRACTS, NOBODY } from './generated-names.js';

export interface LogDraft {
  readonly event: EventName;
  readonly contract: number;
  readonly first: number;
  readonly second: number;
  readonly third: number;
  /** Digits of its amounts. */
  readonly digits: number;
}

/** What the kinds of transactions differ in. */
export interface CallDraft {
  /** Null creates a contract. */
  readonly to: number | null;
  /** Digits of the value; 0 moves nothing. */
  readonly valueDigits: number;
  /** Digits of a function's; empty for none. */
  readonly selector: string;
  /** Bytes of the input, the selector included. */
  readonly inputBytes: number;
  readonly gasUsed: number;
  readonly logs: readonly LogDraft[];
}

/** Makes a call of one kind by the account `from`. */
type MakeCall = (chance: DraftChance, from: number) => CallDraft;

/** Wrapped Ether is the third of the tokens, behind two that are moved more often. */
const WRAPPED = CONTRACTS.tokens + 2;
/** What is called, by the functions' selectors. */
const SELECTORS = {
  transfer: selector('transfer(address,uint256)'),
  transferFrom: selector('transferFrom(address,address,uint256)'),
  approve: selector('approve(address,uint256)'),
  swap: selector('swapExactETHForTokens(uint256,address[],address,uint256)'),
  execute: selector('execute(bytes,bytes[],uint256)'),
  multicall: selector('multicall(uint256,bytes[])'),
  safeTransferFrom: selector('safeTransferFrom(address,address,uint256)'),
  mint: selector('mint(uint256)'),
  fulfill: selector('fulfillBasicOrder_efficient_6GL6yc((address,uint256,uint256))'),
  supply: selector('supply(address,uint256,address,uint16)'),
  claim: selector('claim()'),
  submit: selector('submitBatch(bytes)'),
} as const;
type Method = keyof typeof SELECTORS;

function selector(signature: string): string {
  return id(signature).slice(2, 10);
}

/** Of a payment to an account. */
export const PLAIN_GAS = 21_000;

function log(event: EventName, contract: number, first: number, second = NOBODY, digits = 0, third = first): LogDraft {
  return { event, contract, first, second, third, digits };
}

function call(
  to: number,
  method: Method,
  inputBytes: number,
  gasUsed: number,
  logs: readonly LogDraft[],
  valueDigits = 0,
): CallDraft {
  return { to, valueDigits, selector: SELECTORS[method], inputBytes, gasUsed, logs };
}

/** Six decimals or eighteen. */
function tokenDigits(chance: DraftChance): number {
  return chance.chance(0.5) ? chance.digits(5, 11) : chance.digits(14, 21);
}

/** Multiples of 32 behind a selector. */
function words(chance: DraftChance, low: number, high: number): number {
  return 4 + 32 * chance.between(low, high);
}

const payment: MakeCall = (chance) => ({
  to: chance.recipient(0.8),
  valueDigits: chance.digits(12, 17),
  selector: '',
  inputBytes: 0,
  gasUsed: PLAIN_GAS,
  logs: [],
});

const tokenTransfer: MakeCall = (chance, from) => {
  const token = chance.contract('tokens');
  const to = chance.recipient(0.8);
  const gasUsed = chance.between(34_000, 65_000);
  const logs = [log('transfer', token, from, to, tokenDigits(chance))];
  if (chance.chance(0.9)) return call(token, 'transfer', 68, gasUsed, logs);
  return call(token, 'transferFrom', 100, gasUsed, logs);
};

const approval: MakeCall = (chance, from) => {
  const token = chance.contract('tokens');
  return call(token, 'approve', 68, chance.between(26_000, 47_000), [
    log('approval', token, from, chance.contract('routers')),
  ]);
};

/** Coins or a token go through one or two pools; a pool of two reserves logs both of them first. */
const swap: MakeCall = (chance, from) => {
  const router = chance.contract('routers');
  const digits = chance.digits(15, 18);
  const paysCoins = chance.chance(0.5);
  const logs: LogDraft[] = [];
  if (paysCoins) logs.push(log('deposit', WRAPPED, router, NOBODY, digits));
  const hops = chance.chance(0.4) ? 2 : 1;
  let holder = paysCoins ? router : from;
  let token = paysCoins ? WRAPPED : chance.contract('tokens');
  for (let hop = 1; hop <= hops; hop++) {
    const pool = chance.contract('pools');
    const isLast = hop === hops;
    const bought = !paysCoins && isLast ? WRAPPED : chance.contract('tokens');
    const receiver = isLast && paysCoins ? from : router;
    logs.push(log('transfer', token, holder, pool, digits));
    logs.push(log('transfer', bought, pool, receiver, tokenDigits(chance)));
    if (chance.chance(0.5)) {
      logs.push(log('sync', pool, pool, NOBODY, 20), log('swap', pool, router, receiver, digits));
    } else logs.push(log('concentratedSwap', pool, router, receiver, digits));
    holder = receiver;
    token = bought;
  }
  if (!paysCoins) logs.push(log('withdrawal', WRAPPED, router, NOBODY, digits));
  const method: Method = chance.chance(0.4) ? 'swap' : chance.chance(0.6) ? 'execute' : 'multicall';
  const gasUsed = 70_000 * hops + chance.between(20_000, 120_000);
  return call(router, method, words(chance, 7, 46), gasUsed, logs, paysCoins ? digits : 0);
};

/** A marketplace sells one token, or it is minted, or sent. */
const collectible: MakeCall = (chance, from) => {
  const collection = chance.contract('collections');
  const dice = chance.fraction();
  if (dice < 0.35) {
    const minted = Array.from({ length: chance.between(1, 4) }, () => log('transferOfOne', collection, NOBODY, from));
    return call(collection, 'mint', 36, 60_000 + 25_000 * minted.length, minted, 13);
  }
  const other = chance.recipient(0.4);
  const moved = log('transferOfOne', collection, from, other);
  if (dice < 0.6) return call(collection, 'safeTransferFrom', 100, chance.between(50_000, 90_000), [moved]);
  const market = chance.contract('routers');
  const logs = [log('order', market, from, NOBODY, 15, other), moved];
  return call(market, 'fulfill', words(chance, 18, 26), 140_000, logs, 15);
};

const multiToken: MakeCall = (chance, from) => {
  const contract = chance.contract('multiTokens');
  const event = chance.chance(0.8) ? 'transferSingle' : 'transferBatch';
  const owner = chance.chance(0.3) ? NOBODY : from;
  const logs = [log(event, contract, owner, chance.recipient(0.2), 4, from)];
  return call(contract, 'safeTransferFrom', words(chance, 5, 12), chance.between(50_000, 120_000), logs);
};

/** Lending, staking, bots: logs of many contracts, of which some are transfers. */
const finance: MakeCall = (chance, from) => {
  const contract = chance.contract('others');
  const logs: LogDraft[] = [];
  for (let count = chance.between(3, 12); count > 0; count--) {
    const token = chance.contract('tokens');
    const digits = tokenDigits(chance);
    const dice = chance.fraction();
    if (dice < 0.35) logs.push(log('transfer', token, chance.chance(0.5) ? from : NOBODY, contract, digits));
    else if (dice < 0.5) logs.push(log('transfer', token, contract, from, digits));
    else if (dice < 0.6) logs.push(log('approval', token, from, contract));
    else if (dice < 0.8) logs.push(log('reserves', contract, token, NOBODY, 24));
    else logs.push(log('borrow', contract, token, from, digits));
  }
  return call(contract, 'supply', words(chance, 4, 24), chance.between(90_000, 450_000), logs);
};

/** A call that logs nothing. */
const quietCall: MakeCall = (chance) =>
  call(chance.contract('others'), 'claim', words(chance, 0, 20), chance.between(24_000, 120_000), []);

/** A rollup's: its input or its blobs are data of another chain. */
const rollup: MakeCall = (chance) => {
  const inbox = chance.contract('inboxes');
  const logs = chance.chance(0.5) ? [log('message', inbox, inbox, NOBODY, 20)] : [];
  return call(inbox, 'submit', words(chance, 6, 60), chance.between(21_000, 180_000), logs);
};

const creation: MakeCall = (chance, from) => ({
  to: null,
  valueDigits: 0,
  selector: '',
  inputBytes: chance.between(1_500, 9_000),
  gasUsed: chance.between(400_000, 2_400_000),
  logs: chance.chance(0.5) ? [log('transfer', chance.contract('tokens'), NOBODY, from, 21)] : [],
});

/** How often each comes, in parts of the whole. */
export const CALL_MIX: readonly { readonly share: number; readonly make: MakeCall }[] = [
  { share: 0.25, make: payment },
  { share: 0.3, make: tokenTransfer },
  { share: 0.07, make: approval },
  { share: 0.18, make: swap },
  { share: 0.02, make: collectible },
  { share: 0.01, make: multiToken },
  { share: 0.1, make: finance },
  { share: 0.045, make: quietCall },
  { share: 0.02, make: rollup },
  { share: 0.005, make: creation },
];

/** Contracts that only rollups call: theirs may be transactions with blobs. */
export function isRollupInbox(to: number | null): boolean {
  return to !== null && to >= CONTRACTS.inboxes && to < CONTRACTS.inboxes + 0x0100_0000;
}
