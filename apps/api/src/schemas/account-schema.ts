import { KEY_KINDS } from '@chaintrail/chains';
import { z } from 'zod';
import { component } from './component.js';
import { History } from './history-schema.js';
import { Utxo, Utxos } from './utxos-schema.js';
import {
  address,
  amount,
  count,
  currency,
  decimals,
  height,
  historyFrom,
  signedAmount,
  Tip,
  unixTime,
} from './values.js';

const kind = z.enum(KEY_KINDS);

/** Facts of the account on each of its pages. */
const ABOUT = {
  currency,
  descriptor: z
    .string()
    .describe(
      'The descriptor that the answer is about, in its canonical form with its checksum. Equal ones are one account.',
    ),
  kind: kind
    .nullable()
    .describe(
      'What kind of scripts one key has: BIP44 `pkh`, BIP49 `sh-wpkh`, BIP84 `wpkh`, BIP86 `tr`; null for other descriptors.',
    ),
  kindsInUse: z
    .array(kind)
    .nullable()
    .describe(
      'Of an extended key whose version does not say its kind: kinds of which the first addresses are used. The answer is about `kind`, the one that is used most; name another with `kind`. Null otherwise.',
    ),
  gap: count.describe('Unused addresses in a row that end a branch.'),
  decimals,
};

const {
  currency: _currency,
  address: _address,
  name: _name,
  decimals: _decimals,
  incomplete: _,
  ...page
} = History.shape;
export const AccountHistory = component(
  'AccountHistory',
  'One page of the transactions of an account: each once, with its net effect on all addresses together, and the balance of the account after it.',
  { ...ABOUT, ...page },
);

export const AccountBalance = component('AccountBalance', 'What the addresses of an account hold together.', {
  ...ABOUT,
  balance: amount
    .nullable()
    .describe('Confirmed balance at `height`, in base units. Null when `historyFrom` is above 0.'),
  received: amount
    .nullable()
    .describe(
      'Sum of the net effects that are above 0: change to the account itself is not in it. Null with `balance`.',
    ),
  sent: amount.nullable().describe('What `balance` is less than `received`; fees are in it. Null with `balance`.'),
  pending: signedAmount
    .nullable()
    .describe('Net effect of unconfirmed transactions; 0 with `height`; null while they are not followed.'),
  pendingTransactionCount: count
    .nullable()
    .describe('Unconfirmed transactions; 0 with `height`; null while they are not followed.'),
  transactionCount: count.describe('Confirmed transactions, each once.'),
  usedAddressCount: count.describe('Addresses with a transaction, unconfirmed ones included.'),
  firstSeen: unixTime
    .nullable()
    .describe('Header time of the block of the first transaction; null when there is none.'),
  lastSeen: unixTime.nullable().describe('Header time of the block of the last transaction; null when there is none.'),
  tip: Tip,
  height: height.describe('The block that the balance holds at: `height` as asked for, or the tip.'),
  historyFrom,
});

const path = z
  .string()
  .nullable()
  .meta({
    description:
      'Steps from the master key, as far as they are known: from the origin of the key, or of the depth of its account. Null for several keys.',
    examples: ["m/84'/0'/0'/0/5"],
  });

const { currency: _c, address: _a, decimals: _d, utxos: _u, ...utxoPage } = Utxos.shape;
const AccountUtxo = component('AccountUtxo', 'An unspent output of an account.', { ...Utxo.shape, address, path });
export const AccountUtxos = component('AccountUtxos', 'One page of the unspent outputs of an account.', {
  ...ABOUT,
  ...utxoPage,
  utxos: z.array(AccountUtxo),
});

const role = z
  .enum(['receive', 'change'])
  .nullable()
  .describe(
    'What wallets use the branch for: the first of two like `<0;1>` is `receive`; null where that is not said.',
  );

const AccountAddress = component('AccountAddress', 'An address of an account.', {
  address,
  path,
  branch: count.describe('Which of the branches of the descriptor, from 0.'),
  index: count.describe('Index in the branch.'),
  role,
  used: z.boolean().describe('Whether a transaction is in its history, confirmed or not.'),
  transactionCount: count.describe('Its confirmed transactions.'),
  balance: amount.nullable().describe('Its confirmed balance. Null when `historyFrom` is above 0.'),
  received: amount.nullable().describe('Sum of all outputs that paid it. Null with `balance`.'),
});

const NextAddress = component('NextAddress', 'The next address of a branch to be given out.', {
  address,
  path,
  index: count,
});

export const AccountAddresses = component(
  'AccountAddresses',
  'Addresses of an account by branch and index, up to the gap behind the last that is used.',
  {
    ...ABOUT,
    limit: count.describe('The `limit` that was used.'),
    offset: count.describe('Addresses before this page.'),
    total: count.describe('Addresses that are asked for.'),
    nextReceive: NextAddress.nullable().describe(
      'The first address behind the last used one, of the branch `receive`, or of the only branch; null where there is none.',
    ),
    nextChange: NextAddress.nullable().describe('The same of the branch `change`.'),
    tip: Tip,
    historyFrom,
    addresses: z.array(AccountAddress),
  },
);

/** Body of a POST, where it is JSON. */
export const accountBody = z.strictObject({ descriptor: z.string() });
