/**
 * The views over all chains in the schema `chaintrail`: a UNION ALL of the chains that the database has, with the
 * columns that families share. A condition on `chain` leaves one chain's tables in the plan.
 */

import type { ChainCode, ChainFamily } from '@chaintrail/chains';
import type { Session } from '../connection.js';
import { inTransaction, isLockNotAvailable } from '../database-transaction.js';
import { isForbidden } from '../store-error.js';

/** Keeps two processes from making the views of two states at once ("chaintrail views" in a number). */
const VIEWS_LOCK = 0x63687677;
/** Readers of a view hold its lock until their transactions end, and others would wait behind who waits for that. */
const LOCK_TIMEOUT = '1s';

interface SharedColumn {
  readonly type: string;
  readonly meaning: string;
  /** SQL of each family's own, where that is not the column of the same name; null where the family has none. */
  readonly utxo?: string | null;
  readonly evm?: string | null;
  readonly cosmos?: string | null;
}

interface SharedView {
  readonly about: string;
  readonly columns: Readonly<Record<string, SharedColumn>>;
}

const same = (type: string, meaning: string): SharedColumn => ({ type, meaning });
const ofUtxo = (type: string, meaning: string): SharedColumn => ({ type, meaning, evm: null, cosmos: null });
const ofAccounts = (type: string, meaning: string): SharedColumn => ({ type, meaning, utxo: null });
const ofEvm = (type: string, meaning: string): SharedColumn => ({ type, meaning, utxo: null, cosmos: null });
const ofCosmos = (type: string, meaning: string): SharedColumn => ({ type, meaning, utxo: null, evm: null });
const HEIGHT: SharedColumn = {
  ...same('integer', 'Height of its block, to read; a range of blocks is one of tx_key.'),
  ...every('(tx_key >> 20)'),
};
const TX_KEY = same('bigint', 'The transaction; its block is tx_key >> 20.');
const ADDRESS_KEY = same('bytea', 'The address in binary, as in address_transactions.');

function every(expression: string): Pick<SharedColumn, ChainFamily> {
  return { utxo: expression, evm: expression, cosmos: expression };
}

export const SHARED_VIEWS: Readonly<Record<string, SharedView>> = {
  blocks: {
    about: 'Blocks of every chain.',
    columns: {
      height: same('integer', 'Height.'),
      at: { ...same('timestamptz', 'Header time, to read; compare time.'), ...every('to_timestamp(time)') },
      time: same('bigint', 'Header time, unix seconds.'),
      tx_count: same('integer', 'Transactions.'),
      size: same('integer', 'Bytes.'),
      hash: same('bytea', 'Hash, display order.'),
      parent_hash: same('bytea', 'Hash of the block before it.'),
    },
  },
  transactions: {
    about: 'Transactions of every chain.',
    columns: {
      tx_key: TX_KEY,
      height: HEIGHT,
      txid: same('bytea', 'Transaction id: compare with txid(text) of the chain.'),
      fee: same('numeric', 'Base units paid.'),
      size: ofUtxo('integer', 'As in UTXO chains; NULL on others.'),
      vsize: ofUtxo('integer', 'As in UTXO chains; NULL on others.'),
      from_key: ofAccounts('bytea', 'As in account chains; NULL on others.'),
      to_key: ofEvm('bytea', 'As in EVM chains; NULL on others.'),
      value: ofEvm('numeric', 'As in EVM chains; NULL on others.'),
      gas_used: ofAccounts('bigint', 'As in account chains; NULL on others.'),
      succeeded: { ...ofAccounts('boolean', 'False where it failed; NULL on UTXO chains.'), cosmos: '(code = 0)' },
    },
  },
  address_transactions: {
    about: 'Histories of every chain, in base units. Give chain and address_key.',
    columns: {
      address_key: ADDRESS_KEY,
      seq: same('bigint', 'Rank of the transaction in the history.'),
      tx_key: TX_KEY,
      delta: same('numeric', 'What it adds to the balance; EVM chains: without internal transfers.'),
      balance: same('numeric', 'The sum so far.'),
      received: same('numeric', 'Gross of what came in so far.'),
    },
  },
  transfers: {
    about: 'What moved, on every chain. Give a range of tx_key with the chain.',
    columns: {
      tx_key: TX_KEY,
      height: HEIGHT,
      idx: same('integer', 'Order within the transaction; UTXO chains: index of the output.'),
      kind: { ...same('text', 'As in the chains’ own.'), ...every('kind') },
      standard: ofEvm('text', 'As in EVM chains; NULL on others.'),
      from_key: same('bytea', 'Where it came from; NULL where that cannot be told.'),
      to_key: same('bytea', 'Where it went.'),
      asset: ofEvm('bytea', 'As in EVM chains; NULL on others.'),
      amount: same('numeric', 'Base units of the asset.'),
      token_id: ofEvm('numeric', 'As in EVM chains; NULL on others.'),
      denom: {
        ...ofCosmos('text', 'asset of Cosmos chains; NULL on others.'),
        cosmos: 'asset',
      },
    },
  },
  address_history: {
    about: 'Histories of every chain, in coins. Give chain and address_key.',
    columns: {
      address_key: ADDRESS_KEY,
      tx_key: TX_KEY,
      height: same('integer', 'Height of the block.'),
      at: same('timestamptz', 'Header time of the block.'),
      txid: same('text', 'Transaction id, to read.'),
      amount: same('numeric', 'Coins that the transaction adds.'),
      balance: same('numeric', 'Coins after it; NULL where not known.'),
      address: same('text', 'The address, to read.'),
    },
  },
  balances: {
    about: 'Balances of every chain, in coins, as far as they are known.',
    columns: {
      address_key: ADDRESS_KEY,
      balance: same('numeric', 'Coins; NULL where not known.'),
    },
  },
  daily: {
    about: 'One row per chain and day of UTC. Give days.',
    columns: {
      day: same('date', 'The day.'),
      blocks: same('bigint', 'Blocks.'),
      transactions: same('bigint', 'Transactions.'),
      volume: same('numeric', 'Coins that moved, as the chain’s own view counts them.'),
      fees: same('numeric', 'Coins paid as fees.'),
      active_addresses: same('bigint', 'Addresses that paid or were paid.'),
    },
  },
  reorgs: {
    about: 'What was rolled back, on every chain.',
    columns: {
      at: same('timestamptz', 'When.'),
      from_height: same('integer', 'Height of the tip before.'),
      to_height: same('integer', 'Height of the last block that stayed.'),
      transactions: same('bigint', 'Transactions of the blocks that went.'),
      from_hash: same('bytea', 'Hash of the tip before.'),
    },
  },
  sync_state: {
    about: 'Where every chain stands, without what is for operators alone.',
    columns: {
      network: same('text', 'Network of the chain.'),
      history_from: same('integer', 'Height of the first indexed block.'),
      height: same('integer', 'Height of the last indexed block.'),
      at: { ...same('timestamptz', 'Header time of block height.'), ...every('to_timestamp(block_time)') },
      node_height: same('integer', 'Height of the node’s tip when it was last asked.'),
      phase: same('text', 'As in the chains’ own.'),
      reason_code: same('text', 'Why it is not live.'),
      live_since: same('timestamptz', 'When the first sync reached the tip.'),
      share: same('double precision', 'Part of the first sync that is done.'),
    },
  },
};

interface ListedChain {
  readonly code: ChainCode;
  readonly family: ChainFamily;
}

/**
 * Makes the views show the chains that the database has, where they do not.
 * @returns false where they had to stay as they are: they are being read all the time, or belong to another role.
 * Whoever owns a chain next, or migrates, tries again.
 */
export async function refreshSharedViews(session: Session): Promise<boolean> {
  try {
    await inTransaction(session, async () => {
      const chains = await listedChains(session);
      if (await areShown(session, chains)) return;
      await session.query('SELECT pg_advisory_xact_lock($1)', [VIEWS_LOCK]);
      await makeSharedViews(session, await listedChains(session));
    });
    return true;
  } catch (error) {
    if (isLockNotAvailable(error) || isForbidden(error)) return false;
    throw error;
  }
}

/** Takes a chain out of the views before its schema goes. @throws DatabaseError where somebody reads one for long */
export async function leaveSharedViews(session: Session, code: ChainCode): Promise<void> {
  await session.query('SELECT pg_advisory_xact_lock($1)', [VIEWS_LOCK]);
  const chains = await listedChains(session);
  if (!chains.some((chain) => chain.code === code)) return;
  await makeSharedViews(
    session,
    chains.filter((chain) => chain.code !== code),
  );
}

/** Those whose schema is there: somebody may have dropped one by hand. */
async function listedChains(session: Session): Promise<ListedChain[]> {
  const { rows } = await session.query<ListedChain>(
    'SELECT code, family FROM chaintrail.chains WHERE to_regnamespace(code) IS NOT NULL ORDER BY code',
  );
  return rows;
}

/** Whether each view reads these chains' schemas and no other, and has the columns of this version. */
async function areShown(session: Session, chains: readonly ListedChain[]): Promise<boolean> {
  const { rows } = await session.query<{ read: string[]; columns: string; view: string }>(
    `SELECT array_agg(DISTINCT n.nspname::text ORDER BY n.nspname::text) AS read,
       (SELECT string_agg(attname, ',' ORDER BY attnum) FROM pg_attribute WHERE attrelid = v.oid) AS columns, v.relname AS view
     FROM pg_class v
     JOIN pg_rewrite r ON r.ev_class = v.oid
     JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> v.oid
     JOIN pg_class t ON t.oid = d.refobjid
     JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE v.relnamespace = 'chaintrail'::regnamespace AND v.relkind = 'v' AND v.relname = ANY ($1)
     GROUP BY v.oid`,
    [Object.keys(SHARED_VIEWS)],
  );
  const wanted = chains.map(({ code }) => code).join();
  return (
    rows.length === Object.keys(SHARED_VIEWS).length &&
    rows.every(({ read, columns, view }) => {
      return read.join() === wanted && columns === ['chain', ...Object.keys(SHARED_VIEWS[view]!.columns)].join();
    })
  );
}

/**
 * Inside the caller's transaction, which holds the views' lock. What was granted on a view stays. A version that takes
 * a column away, or has another order, drops the view in a migration of `chaintrail`.
 */
async function makeSharedViews(session: Session, chains: readonly ListedChain[]): Promise<void> {
  await session.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  for (const [name, { about, columns }] of Object.entries(SHARED_VIEWS)) {
    await session.query(`CREATE OR REPLACE VIEW chaintrail.${name} AS ${unionOf(name, columns, chains)}`);
    const comments = [
      `VIEW chaintrail.${name} IS '${about}'`,
      `COLUMN chaintrail.${name}.chain IS 'Code of the chain. A condition on it leaves the others out.'`,
      ...Object.entries(columns).map(([column, { meaning }]) => `COLUMN chaintrail.${name}.${column} IS '${meaning}'`),
    ];
    await session.query(comments.map((comment) => `COMMENT ON ${comment}`).join('; '));
  }
  await session.query('SET LOCAL lock_timeout = DEFAULT');
}

function unionOf(view: string, columns: SharedView['columns'], chains: readonly ListedChain[]): string {
  const selects = chains.map(({ code, family }) => {
    const list = Object.entries(columns).map(([name, { type, [family]: expression = name }]) => {
      return `(${expression ?? 'NULL'})::${type} AS ${name}`;
    });
    return `SELECT '${code}'::text AS chain, ${list.join(', ')} FROM ${code}.${view}`;
  });
  const none = Object.entries(columns).map(([name, { type }]) => `NULL::${type} AS ${name}`);
  return selects.length > 0
    ? selects.join(' UNION ALL ')
    : `SELECT NULL::text AS chain, ${none.join(', ')} WHERE false`;
}
