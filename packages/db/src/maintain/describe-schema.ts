/** The schema reference for analysts, written from the comments in the database itself. */
import type { Queryable } from '../connection.js';

interface ColumnRow {
  readonly table: string;
  readonly kind: string;
  readonly about: string | null;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly meaning: string | null;
}

const INTRODUCTION = `# Tables

Generated from the comments in the database by \`npm run generate\`; do not edit. Analysts may read every table here directly,
best on a replica. Tables with a \`chain\` column are partitioned by it: \`transactions\` holds every chain, \`btc.transactions\` one.
From \`sync_state.live_since\` on, every row up to the height there is present, and none above it: rows and that height commit together.
Before, while a first sync runs, only \`blocks\` and \`transactions\` are complete up to it, and there are no indexes.
\`schema_migrations\`, not listed, says which migrations were applied.

Without \`DATABASE_URL\`, \`npm start\` prints at each start where its own PostgreSQL answers, on a port that may be another one next time, and which
file holds the password (\`data/postgres/password\`, the demo's \`data/demo/postgres/password\`). It brings no \`psql\`; any client will do:

    PGPASSWORD=$(cat data/demo/postgres/password) psql postgres://chaintrail@127.0.0.1:PORT/chaintrail

\`\`\`sql
-- The history of an address on one day, with running balance
SELECT to_timestamp(b.time) AS at, encode(t.txid, 'hex') AS txid, h.delta, h.balance
FROM addresses a
JOIN address_transactions h ON h.chain = a.chain AND h.address_key = a.address_key
JOIN transactions t ON t.chain = h.chain AND t.tx_key = h.tx_key
JOIN blocks b ON b.chain = h.chain AND b.height = h.tx_key >> 20
WHERE a.chain = 'ltc' AND a.address = 'ltc1…'
  AND b.time >= extract(epoch FROM timestamptz '2026-11-01 00:00Z')::bigint
  AND b.time < extract(epoch FROM timestamptz '2026-11-02 00:00Z')::bigint
ORDER BY h.seq;

-- What a transaction pays, and to whom
SELECT vout, value, address FROM transaction_outputs
WHERE chain = 'btc' AND txid = decode('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16', 'hex');
\`\`\`
`;

/** @returns Markdown: a section per table and view, a row per column */
export async function describeSchema(db: Queryable): Promise<string> {
  const { rows } = await db.query<ColumnRow>(`
    SELECT c.relname AS table, CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind, obj_description(c.oid) AS about,
      a.attname AS column, format_type(a.atttypid, NULL) AS type, NOT a.attnotnull AS nullable, col_description(c.oid, a.attnum) AS meaning
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition
      AND c.relname <> 'schema_migrations'
    ORDER BY c.relkind = 'v', c.relname, a.attnum`);
  const tables = [...new Set(rows.map((row) => row.table))];
  const parts = tables.map((table) => {
    const columns = rows.filter((row) => row.table === table);
    const { kind, about } = columns[0]!;
    const lines = columns.map(
      (row) =>
        `| \`${row.column}\` | ${row.type}${row.nullable && kind === 'table' ? ', may be NULL' : ''} | ${row.meaning ?? ''} |`,
    );
    return `## ${table}${kind === 'view' ? ' (view)' : ''}\n\n${about ?? ''}\n\n| column | type | meaning |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${parts.join('\n')}`;
}
