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

interface FunctionRow {
  readonly name: string;
  readonly result: string;
  readonly meaning: string;
}

/** A schema that the document describes, as an example of its kind. */
export interface DescribedSchema {
  readonly schema: string;
  readonly title: string;
  readonly about: string;
}

const INTRODUCTION = `# Tables, views and functions

Generated from the comments in the database by \`npm run generate\`; do not edit. [analysts.md](analysts.md) shows how to
connect and answers thirty questions. Analysts may read everything here directly, best on a replica.

Every chain has a schema, named by its code: \`btc.blocks\`, \`eth.transfers\`. Chains of a family have the same tables.
\`SET search_path = btc\` makes the names short. The schema \`chaintrail\` has what is common, and views over all chains
with a column \`chain\`.

* **From \`sync_state.live_since\` on**, every row up to \`sync_state.height\` is present, and none above it: rows and that
  height commit together. During a first sync only \`blocks\` and \`transactions\` are complete up to it, without indexes.
* **Amounts are integers in base units** in tables, and coins in views, exactly.
* **A position is a \`tx_key\`**: height · 2^20 + index in the block. Every table and view of transactions has it, in
  chain order.
* **Keys and ids are binary.** \`address_key(text)\` and \`txid(text)\` make them, and say what is wrong with
  other text. Never compare a binary column with text: PostgreSQL takes \`'0x…'\` or \`'bc1…'\` for the
  bytes of those very characters, and finds nothing.

\`\`\`sql
-- The history of an address on one day, with running balance
SELECT at, txid, amount, balance
FROM btc.address_history
WHERE address_key = btc.address_key('bcrt1q…')
  AND at >= '2026-11-01' AND at < '2026-11-02'
ORDER BY seq;

-- What a transaction pays, and to whom
SELECT vout, amount, address
FROM btc.transaction_outputs
WHERE tx_key = btc.tx_key('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16');

-- What moved on one day
SELECT at, txid, from_address, to_address, amount, symbol
FROM eth.transfers_text
WHERE tx_key >= lower(eth.tx_range('2026-11-01', '2026-11-02'))
  AND tx_key < upper(eth.tx_range('2026-11-01', '2026-11-02'));
\`\`\`
`;

/** @returns Markdown: a part per schema, in it a section per table and view with a row per column, and the functions */
export async function describeSchema(db: Queryable, schemas: readonly DescribedSchema[]): Promise<string> {
  const parts = [INTRODUCTION];
  for (const { schema, title, about } of schemas) {
    parts.push(`# ${title}\n\n${wrapped(about)}\n`);
    parts.push(...(await describeTables(db, schema)), await describeFunctions(db, schema));
  }
  return parts.filter((part) => part !== '').join('\n');
}

async function describeTables(db: Queryable, schema: string): Promise<string[]> {
  const { rows } = await db.query<ColumnRow>(
    `SELECT c.relname AS table, CASE c.relkind WHEN 'v' THEN 'view' ELSE 'table' END AS kind, obj_description(c.oid, 'pg_class') AS about,
       a.attname AS column, format_type(a.atttypid, NULL) AS type, NOT a.attnotnull AS nullable, col_description(c.oid, a.attnum) AS meaning
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'v') AND c.relname NOT IN ('migrations', 'installation_key')
     ORDER BY c.relkind = 'v', c.relname, a.attnum`,
    [schema],
  );
  return [...new Set(rows.map((row) => row.table))].map((table) => {
    const columns = rows.filter((row) => row.table === table);
    const { kind, about } = columns[0]!;
    const lines = columns.map(
      (row) =>
        `| \`${row.column}\` | ${row.type}${row.nullable && kind === 'table' ? ', may be NULL' : ''} | ${row.meaning ?? ''} |`,
    );
    return `## ${schema}.${table}${kind === 'view' ? ' (view)' : ''}\n\n${wrapped(about ?? '')}\n\n| column | type | meaning |\n|---|---|---|\n${lines.join('\n')}\n`;
  });
}

/** Those that others are made of say so in their first word. */
async function describeFunctions(db: Queryable, schema: string): Promise<string> {
  const { rows } = await db.query<FunctionRow>(
    `SELECT p.proname || '(' || pg_get_function_arguments(p.oid) || ')' AS name, pg_get_function_result(p.oid) AS result,
       obj_description(p.oid, 'pg_proc') AS meaning
     FROM pg_proc p WHERE p.pronamespace = $1::regnamespace AND obj_description(p.oid, 'pg_proc') NOT LIKE 'For %'
     ORDER BY 1`,
    [schema],
  );
  if (rows.length === 0) return '';
  const lines = rows.map(({ name, result, meaning }) => `| \`${schema}.${name}\` | ${result} | ${meaning} |`);
  return `## Functions of ${schema}\n\n| function | result | meaning |\n|---|---|---|\n${lines.join('\n')}\n`;
}

/** Lines of at most 118 characters. */
function wrapped(text: string): string {
  return text.replaceAll(/(?=.{119})(.{1,118}) /g, '$1\n');
}
