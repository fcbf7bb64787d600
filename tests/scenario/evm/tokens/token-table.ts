/**
 * Tokens of every odd kind (packages/anvil/contracts/tokens): what is done with each, block by block, and what has to be
 * shown of it. What each holder has is not written here: tests read it from the storage of the contracts.
 */

/** Carol never signs anything, and approves nobody. `self` is the contract, `nobody` the zero address. */
export type Who = 'alice' | 'bob' | 'carol' | 'eve' | 'stranger' | 'nobody' | 'self' | '@Distributor';
/** Names of `Who`, and `@case` for the address of another case, are replaced by addresses. */
export type Argument = string | bigint | boolean | readonly Argument[];

/** A row that the transaction has to have; `spoofed` where who it names as sender neither signed nor lost anything. */
export interface Row {
  readonly from: Who;
  readonly to: Who;
  readonly amount: bigint;
  readonly id?: bigint;
  readonly standard?: Standard;
  readonly spoofed?: boolean;
  /** The case whose token it is; by default the one of the step. */
  readonly of?: string;
}
type Standard = 'erc20' | 'erc721' | 'erc1155';

export interface Step {
  readonly by: Exclude<Who, 'nobody' | 'self' | 'carol' | 'stranger' | '@Distributor'>;
  /** Signature of the function; none to pay the contract. */
  readonly call: string | null;
  readonly args: readonly Argument[];
  readonly rows: readonly Row[];
  readonly value?: bigint;
  /** Which case is called; by default this one. */
  readonly at?: string;
  readonly fails?: boolean;
}

export interface TokenCase {
  /** Also the contract's, unless another one makes it. */
  readonly name: string;
  readonly madeBy?: string;
  readonly args?: readonly (readonly [type: string, value: Argument])[];
  /** Null for what is no token, which nothing may be shown of. */
  readonly standard: Standard | null;
  /** Whether transfers are of two standards. */
  readonly isMixed?: true;
  /** At the end. */
  readonly decimals?: number | null;
  readonly symbol?: string | null;
  /** Whether the contract says in logs all that changes who has what; default true. */
  readonly follows?: boolean;
  /** Whether that is seen while blocks are followed. */
  readonly drifts?: true;
  /** Whether its views tell balances; default true. */
  readonly tells?: boolean;
  /** How its storage says who has what. */
  readonly ledger?: Ledger;
  /** By block. */
  readonly blocks: readonly (readonly Step[])[];
  /** In the block after a reorg that takes the last of `blocks` away. */
  readonly afterReorg?: readonly Step[];
}

/** Amounts of holders in a mapping at a slot (`bits` of each word, `times` the number in another slot), owners or items. */
type Ledger =
  | { readonly kind: 'amounts'; readonly slot?: number; readonly bits?: number; readonly timesSlot?: number }
  | { readonly kind: 'owners'; readonly ids: readonly bigint[] }
  | { readonly kind: 'items'; readonly ids: readonly bigint[] }
  | { readonly kind: 'far' };

const row = (from: Who, to: Who, amount: bigint): Row => ({ from, to, amount });
const nft = (from: Who, to: Who, id: bigint): Row => ({ from, to, amount: 1n, id, standard: 'erc721' });
const item = (from: Who, to: Who, id: bigint, amount: bigint): Row => ({
  ...{ from, to, amount, id },
  standard: 'erc1155',
});

const MINT = 'mint(address,uint256)';
const TRANSFER = 'transfer(address,uint256)';
const TRANSFER_FROM = 'transferFrom(address,address,uint256)';
const mint = (to: Who, amount: bigint, rows: readonly Row[] = [row('nobody', to, amount)]): Step => ({
  ...{ by: 'eve', call: MINT, args: [to, amount], rows },
});
const pay = (by: Step['by'], to: Who, amount: bigint, rows: readonly Row[] = [row(by, to, amount)]): Step => ({
  ...{ by, call: TRANSFER, args: [to, amount], rows },
});
const step = (by: Step['by'], call: string | null, args: readonly Argument[], rows: readonly Row[] = []): Step => ({
  ...{ by, call, args, rows },
});

/** Alice gets 1,000 and pays Bob 300; then what more there is. */
const usual = (
  name: string,
  more: Partial<TokenCase> & { readonly later?: readonly (readonly Step[])[] } = {},
): TokenCase => {
  const { later = [], ...rest } = more;
  const blocks = [[mint('alice', 1000n)], [pay('alice', 'bob', 300n)], ...later];
  return { name, standard: 'erc20', decimals: 18, symbol: 'TOK', ...rest, blocks };
};

const MOST = 2n ** 256n - 1n;
const ETHER = 10n ** 18n;
const ITEMS: Ledger = { kind: 'items', ids: [7n, 8n] };

const AMOUNTS: readonly TokenCase[] = [
  // A stranger moves nothing of Carol's to an address like one that she knows; the owner moves it by an allowance.
  usual('PlainToken', {
    later: [
      [
        step('eve', TRANSFER_FROM, ['carol', 'stranger', 0n], [{ ...row('carol', 'stranger', 0n), spoofed: true }]),
        step('alice', 'approve(address,uint256)', ['eve', 50n]),
        pay('bob', 'carol', 20n),
      ],
      [step('eve', TRANSFER_FROM, ['alice', 'bob', 50n], [row('alice', 'bob', 50n)])],
      [step('bob', 'burn(uint256)', [10n], [row('bob', 'nobody', 10n)])],
    ],
  }),
  { ...usual('BornRich'), args: [['address', 'alice']], blocks: [[], [pay('alice', 'bob', 300n)]] },
  // Whom logs alone say that they lost it had it for a part of the block.
  {
    ...usual('BornSilent', { args: [['address', 'alice']], follows: false }),
    blocks: [[], [pay('alice', 'bob', 300n)]],
  },
  { name: 'Distributor', args: [['address', 'alice']], standard: null, blocks: [] },
  {
    ...usual('Distributed', { madeBy: 'Distributor', follows: false }),
    blocks: [[], [pay('alice', 'bob', 300n)]],
  },
  {
    ...usual('DistributedLater', { madeBy: 'Distributor', follows: false }),
    blocks: [
      [{ ...step('eve', 'again(address)', ['alice'], [row('@Distributor', 'alice', 1000n)]), at: 'Distributor' }],
      [pay('alice', 'bob', 300n)],
    ],
  },
  usual('FeeToken', { follows: false, drifts: true }),
  {
    ...usual('LoggedFeeToken'),
    blocks: [
      [mint('alice', 1000n)],
      [pay('alice', 'bob', 300n, [row('alice', 'bob', 270n), row('alice', 'self', 30n)])],
    ],
  },
  usual('RebasingToken', {
    follows: false,
    ledger: { kind: 'amounts', timesSlot: 2 },
    later: [[step('eve', 'rebase(uint256)', [3n])], [pay('alice', 'bob', 30n)]],
  }),
  {
    ...usual('SilentMint', { follows: false, drifts: true }),
    blocks: [[mint('alice', 1000n, [])], [pay('alice', 'bob', 300n)]],
  },
  usual('NoOpTransfer', { follows: false, drifts: true }),
  usual('WholeBalance', { later: [[step('bob', TRANSFER, ['alice', MOST], [row('bob', 'alice', 300n)])]] }),
  usual('FlashMint', {
    later: [
      [
        step(
          'bob',
          'flash(uint256)',
          [2n ** 200n],
          [row('nobody', 'bob', 2n ** 200n), row('bob', 'nobody', 2n ** 200n)],
        ),
      ],
    ],
  }),
  usual('Uint96Token', {
    ledger: { kind: 'amounts', slot: 2, bits: 96 },
    later: [[{ ...step('alice', TRANSFER, ['bob', 2n ** 97n]), fails: true }]],
  }),
];

const RULES: readonly TokenCase[] = [
  usual('MissingReturn', { decimals: 6, symbol: 'MIS' }),
  usual('ReturnsFalse'),
  usual('NoRevert', { later: [[step('bob', TRANSFER, ['alice', 301n])]] }),
  usual('RevertsOnZero', { later: [[{ ...step('alice', TRANSFER, ['bob', 0n]), fails: true }]] }),
  usual('Pausable', {
    later: [[step('eve', 'pause(bool)', [true])], [{ ...step('alice', TRANSFER, ['bob', 1n]), fails: true }]],
  }),
  usual('Blocklist', {
    later: [
      [step('eve', 'block_(address,bool)', ['bob', true])],
      [
        { ...step('alice', TRANSFER, ['bob', 1n]), fails: true },
        step('eve', 'seize(address)', ['bob'], [row('bob', 'nobody', 300n)]),
      ],
    ],
  }),
  usual('ApprovalRace', {
    later: [
      [step('alice', 'approve(address,uint256)', ['bob', 5n])],
      [{ ...step('alice', 'approve(address,uint256)', ['bob', 6n]), fails: true }],
    ],
  }),
  usual('SelfAllowance', { later: [[step('bob', TRANSFER_FROM, ['bob', 'alice', 1n], [row('bob', 'alice', 1n)])]] }),
  usual('Erc777'),
  usual('TwoEntries', {
    later: [[{ ...step('alice', TRANSFER, ['bob', 5n], [row('alice', 'bob', 5n)]), at: 'OldEntry' }]],
  }),
  { name: 'OldEntry', args: [['address', '@TwoEntries']], standard: null, blocks: [] },
  usual('FrontToken', { symbol: 'FRT', ledger: { kind: 'far' } }),
];

const TEXTS: readonly TokenCase[] = [
  usual('LowDecimals', { decimals: 2 }),
  usual('HighDecimals', { decimals: 24 }),
  usual('NoDecimals', { decimals: null }),
  { name: 'AbsurdDecimals', standard: 'erc20', decimals: null, symbol: null, blocks: [[mint('alice', 1000n)]] },
  { name: 'Bytes32Texts', standard: 'erc20', decimals: 18, symbol: 'B32', blocks: [[mint('alice', 1000n)]] },
  usual('HugeTexts', { symbol: 'CDSU<script>alert(1)</script>' }),
  usual('EmptyTexts', { symbol: null }),
  usual('Renamed', {
    decimals: 6,
    symbol: 'NEW',
    later: [[step('eve', 'rename(uint8,string)', [6n, 'NEW'])], [pay('alice', 'bob', 1n)]],
    // It is asked again when it moves later on.
    afterReorg: [pay('alice', 'bob', 1n)],
  }),
];

const VIEWS: readonly TokenCase[] = [
  usual('RevertingViews', { decimals: null, symbol: null, tells: false }),
  usual('GasBurner', { decimals: null, symbol: null, tells: false }),
  usual('EndlessAnswers', { decimals: null, symbol: null, tells: false }),
  usual('ShortAnswers', { decimals: null, symbol: null, tells: false }),
  {
    name: 'Stillborn20',
    args: [['address', 'alice']],
    standard: 'erc20',
    decimals: null,
    symbol: null,
    follows: false,
    tells: false,
    blocks: [],
  },
  usual('YesToAll'),
  usual('Says721'),
  usual('Says1155'),
  usual('IndexedAmount', { symbol: 'IDX' }),
  {
    name: 'Forger',
    standard: 'erc20',
    decimals: 6,
    symbol: 'USDC',
    follows: false,
    blocks: [
      [],
      [
        step(
          'eve',
          'forge(address,address,uint256)',
          ['carol', 'stranger', 5n],
          [{ ...row('carol', 'stranger', 5n), spoofed: true }],
        ),
      ],
      [
        step(
          'eve',
          'forge(address,address,uint256)',
          ['carol', 'alice', 9n],
          [{ ...row('carol', 'alice', 9n), spoofed: true }],
        ),
      ],
    ],
  },
];

const collection = (name: string, more: Partial<TokenCase> = {}): TokenCase => ({
  ...{ name, standard: 'erc721', decimals: null, symbol: 'NFT', ledger: { kind: 'owners', ids: [3847n, 3848n] } },
  blocks: [
    [mint('alice', 3847n, [nft('nobody', 'alice', 3847n)]), mint('alice', 3848n, [nft('nobody', 'alice', 3848n)])],
    [step('alice', TRANSFER_FROM, ['alice', 'bob', 3847n], [nft('alice', 'bob', 3847n)])],
  ],
  ...more,
});

const COLLECTIONS: readonly TokenCase[] = [
  collection('PlainCollection'),
  collection('UnindexedCollection', { symbol: 'PCL' }),
  collection('NamesForm'),
  {
    name: 'PunksForm',
    ...{ standard: 'erc20', decimals: 0, symbol: 'Ͼ', follows: false, ledger: { kind: 'amounts', slot: 1 } },
    blocks: [
      [step('eve', 'assign(address,uint256)', ['alice', 12n])],
      [step('alice', 'transferPunk(address,uint256)', ['bob', 12n], [row('alice', 'bob', 1n)])],
    ],
  },
  { name: 'UnindexedToken', standard: 'erc20', decimals: 8, symbol: 'UNI', blocks: [[mint('alice', 1000n)]] },
  {
    name: 'PlainItems',
    ...{ standard: 'erc1155', decimals: null, symbol: null, ledger: ITEMS },
    blocks: [
      [
        step(
          'eve',
          'mintItems(address,uint256[],uint256[])',
          ['alice', [7n, 8n], [70n, 80n]],
          [item('nobody', 'alice', 7n, 70n), item('nobody', 'alice', 8n, 80n)],
        ),
      ],
      [step('alice', 'moveItem(address,uint256,uint256)', ['bob', 7n, 30n], [item('alice', 'bob', 7n, 30n)])],
    ],
  },
  {
    name: 'UnevenItems',
    ...{ standard: 'erc1155', decimals: null, symbol: null, ledger: ITEMS },
    blocks: [
      [step('eve', 'mintItem(address,uint256,uint256)', ['alice', 7n, 70n], [item('nobody', 'alice', 7n, 70n)])],
      [step('eve', 'uneven(address)', ['alice'])],
    ],
  },
];

/** Contracts that are of two standards: each transfer is shown as it is. */
const MIXED: readonly TokenCase[] = [
  {
    name: 'AmountsAndItems',
    ...{ standard: 'erc1155', decimals: 18, symbol: 'MIX', ledger: ITEMS },
    blocks: [
      [step('eve', 'mintItem(address,uint256,uint256)', ['alice', 7n, 70n], [item('nobody', 'alice', 7n, 70n)])],
      [step('alice', 'moveItem(address,uint256,uint256)', ['bob', 7n, 30n], [item('alice', 'bob', 7n, 30n)])],
    ],
  },
  {
    name: 'AmountsAndIds',
    ...{ standard: 'erc721', isMixed: true, decimals: 18, symbol: 'TOK' },
    blocks: [
      [mint('alice', 5n, [{ ...row('nobody', 'alice', 1n), standard: 'erc20' }, nft('nobody', 'alice', 5n)])],
      [step('alice', TRANSFER, ['bob', 1n], [{ ...row('alice', 'bob', 1n), standard: 'erc20' }])],
    ],
  },
];

const DEPOSIT = 'deposit()';
const WITHDRAW = 'withdraw(uint256)';
const COINS: readonly TokenCase[] = [
  {
    name: 'WrappedCoin',
    ...{ standard: 'erc20', decimals: 18, symbol: 'WETH', ledger: { kind: 'amounts', slot: 3 } },
    blocks: [
      [
        { ...step('alice', DEPOSIT, [], [row('nobody', 'alice', 9n * ETHER)]), value: 9n * ETHER },
        { ...step('bob', null, [], [row('nobody', 'bob', ETHER)]), value: ETHER },
      ],
      [pay('alice', 'carol', 2n * ETHER)],
      [step('alice', WITHDRAW, [ETHER], [row('alice', 'nobody', ETHER)])],
    ],
  },
  {
    name: 'WrapsForOthers',
    // The coin comes from another than the log names, which proves nothing.
    ...{ standard: 'erc20', decimals: 18, symbol: 'TOK', follows: false },
    blocks: [[{ ...step('bob', 'depositTo(address)', ['alice']), value: ETHER }], [pay('alice', 'bob', 300n)]],
  },
  {
    name: 'WrappedWithMint',
    ...{ standard: 'erc20', decimals: 18, symbol: 'TOK' },
    blocks: [
      [{ ...step('alice', DEPOSIT, [], [row('nobody', 'alice', ETHER)]), value: ETHER }],
      [step('alice', WITHDRAW, [7n], [row('alice', 'nobody', 7n)])],
    ],
  },
  {
    name: 'Multisig',
    standard: null,
    blocks: [[{ ...step('alice', null, []), value: ETHER }], [step('bob', 'pay(address,uint256)', ['carol', 5n])]],
  },
  {
    name: 'PointsForCoins',
    standard: null,
    blocks: [[{ ...step('alice', DEPOSIT, []), value: ETHER }]],
  },
  {
    name: 'LoggingVault',
    ...{ standard: 'erc20', decimals: 18, symbol: 'TOK' },
    blocks: [
      [step('alice', 'deposit(uint256)', [1000n], [row('nobody', 'alice', 970n)])],
      [step('alice', WITHDRAW, [97n], [row('alice', 'nobody', 97n)])],
    ],
  },
  {
    name: 'Erc4626',
    ...{ standard: 'erc20', decimals: 18, symbol: 'TOK' },
    blocks: [
      [step('alice', 'deposit(uint256,address)', [1000n, 'bob'], [row('nobody', 'bob', 500n)])],
      [step('bob', 'redeem(uint256)', [100n], [row('bob', 'nobody', 100n)])],
    ],
  },
];

const upgraded = (name: string): TokenCase =>
  usual(name, {
    args: [['address', '@FirstVersion']],
    decimals: 6,
    symbol: 'V2',
    // The upgrade is in the block that a reorg takes away, and comes again later.
    later: [[], [], [step('eve', 'upgrade(address)', ['@SecondVersion'])]],
    afterReorg: [step('eve', 'upgrade(address)', ['@SecondVersion']), pay('alice', 'bob', 1n)],
  });

const FACETED = ['0x70a08231', '0x313ce567', '0x95d89b41', '0x06fdde03', '0x40c10f19', '0xa9059cbb'];
const PROXIES: readonly TokenCase[] = [
  { name: 'FirstVersion', standard: null, blocks: [] },
  { name: 'SecondVersion', standard: null, blocks: [] },
  upgraded('Proxy'),
  upgraded('SilentProxy'),
  usual('Diamond', {
    args: [
      ['address', '@FirstVersion'],
      ['bytes4[]', FACETED],
    ],
    symbol: 'V1',
  }),
  { name: 'Cloner', args: [['address', '@PlainToken']], standard: null, blocks: [] },
  usual('Clone', { madeBy: 'Cloner' }),
  { name: 'Mortal18', standard: null, blocks: [] },
  { name: 'Mortal6', standard: null, blocks: [] },
  {
    name: 'Rebirth',
    standard: null,
    blocks: [
      [],
      [
        step(
          'eve',
          'makeMintAndEnd(address,address,uint256)',
          ['@Mortal18', 'alice', 44n],
          [{ ...row('nobody', 'alice', 44n), of: 'Reborn' }],
        ),
      ],
      [step('eve', 'make(address)', ['@Mortal6'])],
    ],
  },
  {
    // The contract that it makes, ends, and makes anew with other code.
    name: 'Reborn',
    madeBy: 'Rebirth',
    ...{ standard: 'erc20', decimals: 6, symbol: 'TWO', follows: false },
    blocks: [[], [], [], [mint('alice', 1000n)], [pay('alice', 'bob', 300n)]],
  },
];

export const TOKEN_CASES: readonly TokenCase[] = [
  ...[...AMOUNTS, ...RULES, ...TEXTS, ...VIEWS],
  ...[...COLLECTIONS, ...MIXED, ...COINS, ...PROXIES],
];
