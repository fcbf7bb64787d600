/** Whatever is changed in the rows of a Cosmos chain is found, by name. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { CosmosAuditFixture } from './cosmos-audit-fixture.js';
import { problemsOf } from './indexed-fixture.js';

let fixture: CosmosAuditFixture;
beforeAll(async () => {
  fixture = await CosmosAuditFixture.open({ code: 'rune', blocks: 12 });
  await fixture.keep();
});
afterEach(() => fixture.restore());
afterAll(() => fixture.close());

const HISTORY = 'rune.address_transactions';
const DENOMS = 'rune.token_history';
/** The last row of a history in which something moved. */
const LAST = `ctid = (SELECT ctid FROM ${HISTORY} a WHERE seq > 2 AND delta > 0
  AND NOT EXISTS (SELECT FROM ${HISTORY} b WHERE b.address_key = a.address_key AND b.seq > a.seq) ORDER BY address_key LIMIT 1)`;
/** One in the middle of a history. */
const SECOND = `(address_key, seq) = (SELECT address_key, 2::bigint FROM ${HISTORY} WHERE seq = 4 ORDER BY 1 LIMIT 1)`;
/** One that only paid. */
const INCOME = `(address_key, seq) = (SELECT a.address_key, a.seq FROM ${HISTORY} a JOIN ${HISTORY} b ON b.address_key = a.address_key AND b.seq = a.seq - 1
  WHERE a.delta > 0 AND a.received - b.received = a.delta ORDER BY 1, 2 LIMIT 1)`;
const LAST_DENOM = `ctid = (SELECT ctid FROM ${DENOMS} a
  WHERE NOT EXISTS (SELECT FROM ${DENOMS} b WHERE b.address_key = a.address_key AND b.asset = a.asset AND b.tx_key > a.tx_key)
  AND EXISTS (SELECT FROM ${DENOMS} b WHERE b.address_key = a.address_key AND b.asset = a.asset AND b.tx_key < a.tx_key) ORDER BY address_key LIMIT 1)`;
const one = (table: string, condition: string) =>
  `ctid = (SELECT ctid FROM ${table} WHERE ${condition} ORDER BY ctid DESC LIMIT 1)`;
const SENT = one('rune.transactions', 'code = 0 AND fee > 0');
const OPENING = `tx_key = (SELECT min(tx_key) FROM rune.transactions)`;
const PAID = one('rune.transfers', "kind = 'native' AND to_key IS NOT NULL AND from_key IS NOT NULL");
const TOKEN = one(
  'rune.transfers t',
  `asset IS NOT NULL AND kind <> 'genesis'
   AND NOT EXISTS (SELECT FROM rune.transfers o WHERE o.tx_key = t.tx_key AND o.asset = t.asset AND o.idx <> t.idx)`,
);
/** After it no history goes on. */
const NEWEST = '(SELECT max(height) FROM rune.blocks)';
const FIRST_OF_MORE = one(
  'rune.transfers t',
  "idx = 0 AND kind = 'native' AND from_key <> to_key AND EXISTS (SELECT FROM rune.transfers o WHERE o.tx_key = t.tx_key AND o.idx = 1)",
);

it.each<[string, string | readonly string[], Record<string, string[]>]>([
  [
    'a row lost in the middle of a history',
    `DELETE FROM ${HISTORY} WHERE ${SECOND}`,
    { histories: ['rank'], transfers: ['not-in-history'] },
  ],
  [
    'the last row of a history lost',
    `DELETE FROM ${HISTORY} WHERE ${LAST}`,
    { balances: ['balance', 'supply'], transfers: ['not-in-history'] },
  ],
  [
    'another rank',
    `UPDATE ${HISTORY} SET seq = seq + 1 WHERE ${LAST}`,
    { histories: ['rank'], transfers: ['not-in-history'] },
  ],
  [
    'another effect',
    `UPDATE ${HISTORY} SET delta = delta + 1 WHERE ${INCOME}`,
    { histories: ['balance', 'received'], transfers: ['delta'] },
  ],
  [
    'another balance',
    `UPDATE ${HISTORY} SET balance = balance + 1 WHERE ${LAST}`,
    { balances: ['balance', 'supply'], histories: ['balance'] },
  ],
  [
    'a balance below zero',
    `UPDATE ${HISTORY} SET balance = -1 WHERE ${LAST}`,
    { balances: ['balance', 'supply'], histories: ['balance', 'negative'] },
  ],
  ['another gross sum', `UPDATE ${HISTORY} SET received = received + 1 WHERE ${LAST}`, { transfers: ['paid'] }],
  [
    'a lower gross sum',
    `UPDATE ${HISTORY} SET received = 0 WHERE ${LAST}`,
    { histories: ['received'], transfers: ['paid'] },
  ],
  [
    'an entry of another row',
    `UPDATE ${HISTORY} SET tx_key = tx_key + 1 WHERE ${LAST}`,
    { transfers: ['not-in-history'] },
  ],
  [
    'a row above the cursor',
    `UPDATE ${HISTORY} SET tx_key = tx_key + (100::bigint << 20) WHERE ${LAST}`,
    { balances: ['balance', 'supply'], histories: ['above-cursor'], transfers: ['not-in-history'] },
  ],
  [
    'another balance of a denomination',
    `UPDATE ${DENOMS} SET balance = balance + 1 WHERE ${LAST_DENOM}`,
    { balances: ['balance', 'supply'], histories: ['balance', 'holding'] },
  ],
  [
    'another effect on a denomination',
    `UPDATE ${DENOMS} SET delta = delta + 1 WHERE ${LAST_DENOM}`,
    { histories: ['balance'], transfers: ['delta'] },
  ],
  [
    'a row of a denomination lost',
    `DELETE FROM ${DENOMS} WHERE ${LAST_DENOM}`,
    { balances: ['balance', 'supply'], histories: ['holding'], transfers: ['not-in-history'] },
  ],
  [
    'another holding',
    `UPDATE rune.token_holdings SET balance = balance + 1 WHERE ctid = (SELECT min(ctid) FROM rune.token_holdings)`,
    { histories: ['holding'] },
  ],
  [
    'a holding lost',
    `DELETE FROM rune.token_holdings WHERE ctid = (SELECT max(ctid) FROM rune.token_holdings)`,
    { histories: ['holding'] },
  ],
  [
    'a whole history lost',
    `DELETE FROM ${HISTORY} WHERE address_key = (SELECT address_key FROM ${HISTORY} a WHERE balance > 0
      AND NOT EXISTS (SELECT FROM ${HISTORY} b WHERE b.address_key = a.address_key AND b.seq > a.seq) ORDER BY address_key LIMIT 1)`,
    { balances: ['supply'], transfers: ['not-in-history'] },
  ],
  [
    'a denomination of its own',
    `UPDATE ${DENOMS} SET asset = 'x/other' WHERE ${LAST_DENOM}`,
    { balances: ['balance', 'supply'], histories: ['balance', 'holding'], transfers: ['not-in-history'] },
  ],
  ['another fee', `UPDATE rune.transactions SET fee = fee + 1 WHERE ${SENT}`, { transactions: ['fee'] }],
  ['another code', `UPDATE rune.transactions SET code = 5 WHERE ${SENT}`, { transactions: ['code'] }],
  ['another memo', `UPDATE rune.transactions SET memo = 'x' WHERE ${SENT}`, { transactions: ['memo'] }],
  [
    'another signer',
    `UPDATE rune.transactions SET from_key = set_byte(from_key, 0, 0) WHERE ${SENT}`,
    { transactions: ['from'], transfers: ['not-in-history'] },
  ],
  ['another gas', `UPDATE rune.transactions SET gas_used = gas_used + 1 WHERE ${SENT}`, { transactions: ['gas-used'] }],
  ['other messages', `UPDATE rune.transactions SET messages = '[]' WHERE ${SENT}`, { transactions: ['messages'] }],
  [
    'another transaction',
    `UPDATE rune.transactions SET txid = set_byte(txid, 0, 255 - get_byte(txid, 0)) WHERE ${SENT}`,
    { transactions: ['moved', 'txid'] },
  ],
  [
    'a transaction that is answered',
    `UPDATE rune.transactions SET in_txid = NULL WHERE ${one('rune.transactions', 'in_txid IS NOT NULL')}`,
    { transactions: ['in-txid'] },
  ],
  [
    'coins that were swapped, and were not',
    `UPDATE rune.transactions SET in_asset = 'BTC.BTC', in_amount = 1 WHERE ${SENT}`,
    { transactions: ['input'] },
  ],
  [
    'a transaction lost',
    `DELETE FROM rune.transactions WHERE ${SENT}`,
    { transactions: ['entries', 'moved'], blocks: ['transactions'], transfers: ['without-transaction'] },
  ],
  [
    'no opening entry',
    `DELETE FROM rune.transactions WHERE ${OPENING}`,
    { blocks: ['transactions'], histories: ['received'], transfers: ['without-transaction'] },
  ],
  [
    'another amount',
    `UPDATE rune.transfers SET amount = amount + 1 WHERE ${PAID}`,
    { transactions: ['moved', 'transfer'], transfers: ['delta', 'paid'] },
  ],
  [
    'another amount of a denomination',
    `UPDATE rune.transfers SET amount = amount + 1 WHERE ${TOKEN}`,
    { transactions: ['moved', 'transfer'], transfers: ['delta'] },
  ],
  [
    'a transfer lost',
    `DELETE FROM rune.transfers WHERE ${FIRST_OF_MORE}`,
    { transactions: ['moved', 'transfer'], transfers: ['delta', 'numbering'] },
  ],
  [
    'a transfer that no event tells of',
    `INSERT INTO rune.transfers SELECT (jsonb_populate_record(t, '{"idx": 999}')).* FROM rune.transfers t WHERE ${PAID}`,
    { transactions: ['moved', 'transfer'], transfers: ['delta', 'numbering', 'paid'] },
  ],
  [
    'another payout',
    `UPDATE rune.payouts SET to_address = 'nobody' WHERE ${one('rune.payouts', 'true')}`,
    { transactions: ['payout'] },
  ],
  [
    'a block without the events of its results',
    ['transfers', 'address_transactions'].map((table) => `DELETE FROM rune.${table} WHERE tx_key >> 20 = ${NEWEST}`),
    { balances: ['balance', 'supply'], transactions: ['moved'], transfers: ['not-in-history'] },
  ],
  [
    'another block',
    `UPDATE rune.blocks SET hash = set_byte(hash, 0, 255 - get_byte(hash, 0)) WHERE height = (SELECT max(height) - 2 FROM rune.blocks)`,
    { transactions: ['hash'], blocks: ['parent'] },
  ],
  [
    'a block lost',
    `DELETE FROM rune.blocks WHERE height = (SELECT max(height) - 2 FROM rune.blocks)`,
    { transactions: ['hash'], blocks: ['missing', 'transactions-without-block'] },
  ],
])('%s', async (_, damage, expected) => {
  await fixture.corrupt(...[damage].flat());
  expect(problemsOf(await fixture.audit())).toEqual(expected);
});
