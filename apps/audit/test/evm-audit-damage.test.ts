/** Whatever is changed in the rows of an EVM chain is found, by name. */
import { EVM_CHAINS } from '@chaintrail/chains';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { EvmAuditFixture } from './evm-audit-fixture.js';
import { problemsOf } from './indexed-fixture.js';

let fixture: EvmAuditFixture;
beforeAll(async () => {
  const [chain] = EVM_CHAINS.filter(({ code }) => code === 'eth');
  fixture = await EvmAuditFixture.open({ chain: chain! });
  await fixture.keep();
});
afterEach(() => fixture.restore());
afterAll(() => fixture.close());

const TOLD = 'eth.address_transactions';
/** Rows of one row: the second of an address that has more. */
const SECOND = `(address_key, seq) = (SELECT address_key, 2::bigint FROM ${TOLD} WHERE seq = 4 ORDER BY 1 LIMIT 1)`;
const LAST = `ctid = (SELECT ctid FROM ${TOLD} a WHERE seq > 2 AND delta <> 0
  AND NOT EXISTS (SELECT FROM ${TOLD} b WHERE b.address_key = a.address_key AND b.seq > a.seq) ORDER BY address_key LIMIT 1)`;
const PAYMENT = `tx_key = (SELECT tx_key FROM eth.transactions WHERE value > 0 AND succeeded AND to_key IS NOT NULL ORDER BY tx_key DESC LIMIT 1)`;
const one = (table: string, condition: string) =>
  `ctid = (SELECT ctid FROM ${table} WHERE ${condition} ORDER BY ctid DESC LIMIT 1)`;
const TOKEN_TRANSFER = one('eth.transfers', "kind = 'token' AND amount > 0 AND standard = 'erc20'");
/** The only one of its transaction: of several, those that are left would not add up. */
const INTERNAL_TRANSFER = one(
  'eth.transfers',
  `kind = 'internal' AND tx_key IN (SELECT tx_key FROM eth.transfers WHERE kind = 'internal' GROUP BY 1 HAVING count(*) = 1)`,
);
/** The newest block, after which no history goes on. */
const inNewest = (table: string) =>
  `DELETE FROM eth.${table} WHERE tx_key >> 20 = (SELECT max(height) FROM eth.blocks)`;
const FEE = `(SELECT fee FROM eth.transactions WHERE ${PAYMENT})`;
const SENDER = `${PAYMENT} AND address_key = (SELECT from_key FROM eth.transactions WHERE ${PAYMENT})`;
const ZERO = `'\\x${'00'.repeat(20)}'::bytea`;
const CREATION = one('eth.transactions', 'created_contract IS NOT NULL');

it.each<[string, string | readonly string[], Record<string, string[]>]>([
  [
    'a row lost in the middle of a history',
    `DELETE FROM ${TOLD} WHERE ${SECOND}`,
    { transactions: ['not-in-history'], histories: ['rank'], transfers: ['not-in-history'] },
  ],
  [
    'the last row of a history lost',
    `DELETE FROM ${TOLD} WHERE ${LAST}`,
    { balances: ['sum'], transactions: ['not-in-history'], transfers: ['not-in-history'] },
  ],
  [
    'another rank',
    `UPDATE ${TOLD} SET seq = seq + 1 WHERE ${LAST}`,
    { transactions: ['not-in-history'], histories: ['rank'], transfers: ['not-in-history'] },
  ],
  [
    'another effect',
    `UPDATE ${TOLD} SET delta = delta + 1 WHERE ${SECOND}`,
    { transactions: ['delta'], histories: ['balance', 'received'], transfers: ['delta'] },
  ],
  [
    'a gross sum that falls',
    `UPDATE ${TOLD} SET received = 0 WHERE ctid = (SELECT a.ctid FROM ${TOLD} a JOIN ${TOLD} b USING (address_key)
       WHERE b.seq = a.seq - 1 AND b.received > 0 ORDER BY a.address_key, a.seq DESC LIMIT 1)`,
    { transactions: ['paid'], histories: ['received'], transfers: ['paid'] },
  ],
  [
    'rows out of order',
    `UPDATE ${TOLD} SET tx_key = 1 WHERE ${SECOND}`,
    { transactions: ['not-in-history'], histories: ['order'], transfers: ['not-in-history'] },
  ],
  [
    'a row above the tip',
    `UPDATE ${TOLD} SET tx_key = tx_key + (99::bigint << 20) WHERE ${LAST}`,
    { transactions: ['not-in-history'], histories: ['above-cursor'], transfers: ['not-in-history'] },
  ],
  [
    'a transaction that is none',
    `UPDATE eth.transactions SET type = NULL WHERE ${PAYMENT}`,
    { transactions: ['type'], blocks: ['transactions'] },
  ],
  [
    'another sum',
    `UPDATE ${TOLD} SET balance = balance + 1 WHERE ${LAST}`,
    { balances: ['sum'], histories: ['balance'] },
  ],
  [
    'another gross sum',
    `UPDATE ${TOLD} SET received = received + 1 WHERE ${LAST}`,
    { transactions: ['paid'], transfers: ['paid'] },
  ],
  [
    'a transaction of another row',
    `UPDATE ${TOLD} SET tx_key = tx_key + 1 WHERE ${LAST}`,
    { transactions: ['not-in-history'], transfers: ['not-in-history'] },
  ],
  [
    'another fee',
    `UPDATE eth.transactions SET fee = fee + 1 WHERE ${PAYMENT}`,
    { transactions: ['delta', 'fee'], transfers: ['delta'] },
  ],
  [
    'another status',
    `UPDATE eth.transactions SET succeeded = false WHERE ${PAYMENT}`,
    { transactions: ['of-failed', 'status'], transfers: ['of-failed'] },
  ],
  [
    'another status of what moved coins inside',
    `UPDATE eth.transactions SET succeeded = false
     WHERE tx_key = (SELECT tx_key FROM eth.transfers WHERE kind = 'internal' ORDER BY ctid DESC LIMIT 1)`,
    {
      transactions: ['internal-of-failed', 'of-failed', 'status'],
      transfers: ['internal-of-failed', 'of-failed'],
    },
  ],
  ['another nonce', `UPDATE eth.transactions SET nonce = nonce + 1 WHERE ${PAYMENT}`, { transactions: ['nonce'] }],
  [
    'another contract',
    `UPDATE eth.transactions SET created_contract = from_key WHERE ${CREATION}`,
    { transactions: ['created-contract'] },
  ],
  [
    'another txid',
    `UPDATE eth.transactions SET txid = decode(repeat('ab', 32), 'hex') WHERE ${PAYMENT}`,
    { transactions: ['txid'] },
  ],
  [
    'what the block itself paid lost',
    `DELETE FROM eth.transactions WHERE ${one('eth.transactions', 'type IS NULL')}`,
    { transactions: ['entries', 'without-transaction'], transfers: ['without-transaction'] },
  ],
  [
    'what a wrapped coin was paid lost',
    `DELETE FROM eth.transfers WHERE ${one(
      'eth.transfers t',
      `asset = '\\x4200000000000000000000000000000000000006' AND ${ZERO} IN (from_key, to_key)
      AND NOT EXISTS (SELECT FROM eth.transfers o WHERE o.tx_key = t.tx_key AND o.idx > t.idx AND o.kind = 'token')`,
    )}`,
    { transactions: ['transfer'] },
  ],
  [
    'a log of what may be a wrapped coin that is none',
    `INSERT INTO eth.wrapped_logs SELECT tx_key, 0, true, to_key, from_key, 5 FROM eth.transactions WHERE ${PAYMENT}`,
    { transactions: ['not-in-history', 'transfer'], transfers: ['not-in-history'] },
  ],
  ['a transfer lost', `DELETE FROM eth.transfers WHERE ${TOKEN_TRANSFER}`, { transactions: ['transfer'] }],
  [
    'a transfer that no log tells of',
    `INSERT INTO eth.transfers SELECT (jsonb_populate_record(t, '{"idx": 999}')).* FROM eth.transfers t WHERE ${TOKEN_TRANSFER}`,
    { transactions: ['numbering', 'transfer'], transfers: ['numbering'] },
  ],
  [
    'another amount',
    `UPDATE eth.transfers SET amount = amount + 1 WHERE kind = 'native' AND ${PAYMENT}`,
    { transactions: ['delta', 'paid', 'transfer'], transfers: ['delta', 'paid'] },
  ],
  [
    'another recipient',
    `UPDATE eth.transfers SET to_key = from_key WHERE ${TOKEN_TRANSFER}`,
    { transactions: ['transfer'] },
  ],
  [
    'another amount of a token',
    `UPDATE eth.transfers SET amount = amount + 1 WHERE ${TOKEN_TRANSFER}`,
    { transactions: ['transfer'] },
  ],
  [
    'an internal transfer lost',
    `DELETE FROM eth.transfers WHERE ${INTERNAL_TRANSFER}`,
    { transactions: ['delta', 'internal-transfer'], transfers: ['delta'] },
  ],
  [
    'another internal amount',
    `UPDATE eth.transfers SET amount = amount + 1 WHERE ${INTERNAL_TRANSFER}`,
    {
      transactions: ['delta', 'internal-transfer', 'paid'],
      transfers: ['delta', 'paid'],
    },
  ],
  [
    'another balance',
    `UPDATE eth.address_balances SET balance = balance + 1 WHERE ${one('eth.address_balances', 'true')}`,
    { balances: ['balance'] },
  ],
  [
    'a balance of no block',
    `UPDATE eth.address_balances SET height = 9999 WHERE ${one('eth.address_balances', 'true')}`,
    { balances: ['height'] },
  ],
  [
    'another balance of a token',
    `UPDATE eth.token_balances SET balance = balance + 1 WHERE ${one('eth.token_balances', 'balance IS NOT NULL')}`,
    { tokens: ['token-balance'] },
  ],
  [
    'a holding lost',
    `DELETE FROM eth.token_balances WHERE ${one('eth.token_balances', 'true')}`,
    { transactions: ['holding'], transfers: ['holding'] },
  ],
  [
    'a token lost',
    `DELETE FROM eth.tokens WHERE ${one('eth.tokens', 'true')}`,
    { transactions: ['token'], transfers: ['token'] },
  ],
  [
    'another block hash',
    `UPDATE eth.blocks SET hash = '\\x00' WHERE height = 9`,
    { transactions: ['hash'], blocks: ['parent'] },
  ],
  [
    'the gas of a receipt changed, and the fee with it',
    `UPDATE eth.transactions SET gas_used = gas_used - 1, fee = fee - gas_price WHERE ${PAYMENT}`,
    { transactions: ['delta', 'fee', 'gas-used'], transfers: ['delta'] },
  ],
  [
    'the logs of a block lost',
    `DELETE FROM eth.transfers WHERE kind = 'token' AND tx_key >> 20 = (SELECT max(tx_key) >> 20 FROM eth.transfers WHERE kind = 'token')`,
    { transactions: ['transfer'] },
  ],
  [
    'a block without its transactions',
    ['transactions', 'transfers', 'address_transactions'].map(inNewest),
    { balances: ['sum'], blocks: ['transactions'], transactions: ['entries', 'internal-transfer'] },
  ],
  [
    'a fee that another account paid',
    [
      `UPDATE eth.transactions SET type = 121 WHERE ${PAYMENT}`,
      `UPDATE ${TOLD} SET delta = delta + ${FEE} WHERE ${SENDER}`,
    ],
    { histories: ['balance'], transactions: ['type'] },
  ],
  [
    'less than the fee that another account may pay',
    [
      `UPDATE eth.transactions SET type = 121 WHERE ${PAYMENT}`,
      `UPDATE ${TOLD} SET delta = delta + ${FEE} - 1 WHERE ${SENDER}`,
    ],
    { histories: ['balance'], transactions: ['delta', 'type'], transfers: ['delta'] },
  ],
  [
    'a block lost',
    `DELETE FROM eth.blocks WHERE height = 9`,
    { transactions: ['hash'], blocks: ['missing', 'transactions-without-block'] },
  ],
])('%s', async (_, sql, expected) => {
  await fixture.corrupt(...[sql].flat());
  const outcome = await fixture.audit();
  expect(outcome).toMatchObject({ result: 'findings', reason: null });
  expect(problemsOf(outcome)).toEqual(expected);
});
