/** The schema reference for analysts, written from the comments in the database itself. */
import type { Queryable } from '../connection.js';

interface Column {
  readonly column: string;
  readonly type: string;
  readonly meaning: string;
}

interface Relation {
  readonly table: string;
  readonly about: string;
  readonly columns: readonly Column[];
}

interface RoutineRow {
  readonly name: string;
  readonly result: string;
  readonly meaning: string;
}

/** A schema that the document describes; one with a family is an example of the schemas of that family's chains. */
export interface DescribedSchema {
  readonly schema: string;
  readonly family?: string;
  readonly title: string;
  readonly about: string;
}

interface Described extends DescribedSchema {
  readonly relations: readonly Relation[];
  /** Names of tables that answer no question. */
  readonly internal: readonly string[];
  readonly routines: readonly RoutineRow[];
}

/** A table, view or function that several families have, and what is the same in all of them. */
interface Shared<Item> {
  readonly item: Item;
  readonly families: readonly string[];
}

/** The meaning of a column that another table or view of the schema has, too. */
const AS_IN = /^As in [^.]+\.$/;

/** Stands for a chain's code in texts of more than one chain. */
const CODE = '<code>';

const INTRODUCTION = `# Tables, views and functions

Generated from the comments in the database by \`npm run generate\`. [analysts.md](analysts.md) shows how to connect,
and thirty questions with their queries.

Every chain has a schema, named by its code: \`btc.blocks\`, \`eth.transfers\`. Chains of a family have the same tables.
The schema \`chaintrail\` has what is common, and views over all chains. In what holds for every chain, \`btc\` is an
example.

* **Rows are complete from \`sync_state.live_since\` on**: every row up to \`sync_state.height\` is present, and none above
  it. During a first sync only \`blocks\` and \`transactions\` are complete up to it, without indexes.
* **Amounts are exact**: integers of base units in tables, coins in views.
* **A position is a \`tx_key\`**: height · 2^20 + index in the block.
* **An address is \`bytea\`**, as in \`address_transactions.address_key\`; text columns of addresses and ids are to read.
* **A type with \`?\`** may be NULL; a column of a view where its meaning says so.
* **"And \`height\`, …"** below a table names columns that [mean the same in many](#common-columns), "As in blocks" those
  of another table of the schema. Columns for the product alone are left out: \`\\d+\` explains them.
`;

/** @returns Markdown: common columns, what all chains have, then a part per schema with its tables, views and functions */
export async function describeSchema(db: Queryable, schemas: readonly DescribedSchema[]): Promise<string> {
  const described: Described[] = [];
  for (const each of schemas) described.push(await readSchema(db, each));
  const families = described.filter(({ family }) => family !== undefined);
  const relations = sharedRelations(families);
  const routines = sharedRoutines(families);
  const own = described.map((each) => ({
    ...each,
    relations:
      each.family === undefined
        ? each.relations.map((relation) => withoutOwn(relation, families))
        : each.relations.flatMap((relation) => withoutShared(relation, each, relations)),
    routines: each.routines.filter((routine) => !routines.some((known) => isOf(known, each, routine))),
  }));
  const common = commonColumns([...relations.map(({ item }) => item), ...own.flatMap((each) => each.relations)]);
  const all = families.map(({ family }) => family!);
  const limited = routines.map(({ item, families: of }) => ({ ...item, meaning: `${item.meaning}${onlyOf(of, all)}` }));
  const shared = [
    `# Common columns\n\n${columnList(common)}\n`,
    '# Every chain\n\nWhat chains of several families have. Their own columns are in the parts of the families.\n',
    ...relations.map(({ item, families: of }) => section(item.table, item, common, onlyOf(of, all))),
    functionList('Functions of every chain', `${CODE}.`, limited),
  ];
  const parts = [
    INTRODUCTION,
    ...shared.map((part) => inSchema(part, families[0]!)),
    ...own.flatMap((each) => [
      `# ${each.title}\n\n${wrapped([each.about, ...internalOf(each)].join(' '))}\n`,
      ...each.relations.map((relation) =>
        inSchema(section(`${each.schema}.${relation.table}`, relation, common, ''), each),
      ),
      inSchema(functionList(`Functions of ${each.schema}`, `${each.schema}.`, each.routines), each),
    ]),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Reads a schema as PostgreSQL has it. */
async function readSchema(db: Queryable, described: DescribedSchema): Promise<Described> {
  const { schema, family } = described;
  // Columns that answer no question of an analyst, and functions that others are made of, say so in their first word.
  const { rows } = await db.query<Column & { readonly table: string; readonly about: string }>(
    `SELECT c.relname || CASE c.relkind WHEN 'v' THEN ' (view)' ELSE '' END AS table,
       coalesce(obj_description(c.oid, 'pg_class'), '') AS about, a.attname AS column,
       format_type(a.atttypid, NULL) || CASE WHEN c.relkind = 'r' AND NOT a.attnotnull THEN '?' ELSE '' END AS type,
       coalesce(col_description(c.oid, a.attnum), '') AS meaning
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'v') AND c.relname NOT IN ('migrations', 'installation_key', 'first_sync')
       AND coalesce(col_description(c.oid, a.attnum), '') NOT LIKE 'For %'
     ORDER BY c.relkind = 'v', c.relname, a.attnum`,
    [schema],
  );
  const { rows: routines } = await db.query<RoutineRow>(
    `SELECT p.proname || '(' || array_to_string(p.proargnames[1:p.pronargs], ', ') || ')' AS name, pg_get_function_result(p.oid) AS result,
       obj_description(p.oid, 'pg_proc') AS meaning
     FROM pg_proc p WHERE p.pronamespace = $1::regnamespace AND obj_description(p.oid, 'pg_proc') NOT LIKE 'For %'
     ORDER BY 1`,
    [schema],
  );
  const general = (text: string) => {
    const plain = text.replaceAll(/<(?=[a-z])/g, '\\<');
    return family === undefined ? plain : plain.replaceAll(`${schema}.`, `${CODE}.`);
  };
  const relations = [...new Set(rows.map(({ table }) => table))].map((table) => {
    const columns = rows.filter((row) => row.table === table);
    return {
      table,
      about: general(columns[0]!.about),
      columns: columns.map(({ column, type, meaning }) => ({
        column,
        type: shortType(type),
        meaning: general(meaning),
      })),
    };
  });
  const isInternal = ({ about }: Relation) => about.startsWith('For ');
  return {
    ...described,
    relations: relations.filter((relation) => !isInternal(relation)),
    internal: relations.filter(isInternal).map(({ table }) => `\`${schema}.${table}\``),
    routines: routines.map(({ name, result, meaning }) => ({
      name,
      result: shortType(result),
      meaning: general(meaning),
    })),
  };
}

function internalOf({ internal }: Described): string[] {
  return internal.length === 0 ? [] : [`For the product alone, and explained by \`\\d+\`: ${internal.join(', ')}.`];
}

function inSchema(text: string, { schema, family }: Described): string {
  return family === undefined ? text : text.replaceAll(`${CODE}.`, `${schema}.`);
}

function shortType(type: string): string {
  return type.replaceAll('timestamp with time zone', 'timestamptz').replaceAll('double precision', 'float8');
}

/** Tables and views that say the same of themselves in several families, with the columns that are the same, too. */
function sharedRelations(families: readonly Described[]): Shared<Relation>[] {
  return sharedBy(
    families.map(({ family, relations }) => ({ family: family!, items: relations })),
    ({ table, about }) => `${table} ${about}`,
  ).flatMap(({ items, families: names }) => {
    const [first, ...others] = items;
    const columns = first!.columns.filter((column) =>
      others.every((other) => other.columns.some((each) => isSame(each, column))),
    );
    return columns.length === 0 ? [] : [{ item: { ...first!, columns }, families: names }];
  });
}

function sharedRoutines(families: readonly Described[]): Shared<RoutineRow>[] {
  const items = families.map(({ family, routines }) => ({ family: family!, items: routines }));
  return sharedBy(items, (routine) => JSON.stringify(routine))
    .map(({ items: [item], families: names }) => ({ item: item!, families: names }))
    .sort((a, b) => (a.item.name < b.item.name ? -1 : 1));
}

/** Items with the same key in at least two families. */
function sharedBy<Item>(
  families: readonly { readonly family: string; readonly items: readonly Item[] }[],
  key: (item: Item) => string,
): { readonly items: readonly Item[]; readonly families: readonly string[] }[] {
  const all = families.flatMap(({ family, items }) => items.map((item) => ({ family, item })));
  return groupsOf(all, ({ item }) => key(item))
    .filter((group) => group.length > 1)
    .map((group) => ({ items: group.map(({ item }) => item), families: group.map(({ family }) => family) }));
}

function isOf(shared: Shared<RoutineRow>, { family }: Described, routine: RoutineRow): boolean {
  return (
    family !== undefined && shared.families.includes(family) && JSON.stringify(shared.item) === JSON.stringify(routine)
  );
}

function isSame(a: Column, b: Column): boolean {
  return a.column === b.column && a.type === b.type && a.meaning === b.meaning;
}

/** The part of a family beyond what several have; nothing where that is all. */
function withoutShared(relation: Relation, { family }: Described, shared: readonly Shared<Relation>[]): Relation[] {
  const known = shared.find(
    ({ item, families }) =>
      family !== undefined &&
      families.includes(family) &&
      item.table === relation.table &&
      item.about === relation.about,
  );
  if (known === undefined) return [relation];
  const columns = relation.columns.filter((column) => !known.item.columns.some((each) => isSame(each, column)));
  const about = `Beside [these](#${anchor(known.item.table)}):`;
  return columns.length === 0 ? [] : [{ ...relation, about, columns }];
}

/** Names alone those columns of a view over all chains that every chain's own table or view of that name has. */
function withoutOwn(relation: Relation, families: readonly Described[]): Relation {
  const name = relation.table.replace(' (view)', '');
  const own = families.map(({ relations }) => relations.find(({ table }) => table.replace(' (view)', '') === name));
  const isOwn = ({ column, type }: Column) =>
    own.every((each) => each?.columns.some((known) => known.column === column && known.type.replace('?', '') === type));
  const named = relation.columns.filter(isOwn);
  if (named.length === 0) return relation;
  const about = `${relation.about} As in the chains’ own: ${namesOf(named)}.`;
  return { ...relation, about, columns: relation.columns.filter((column) => !isOwn(column)) };
}

function commonColumns(relations: readonly Relation[]): Column[] {
  const groups = groupsOf(
    relations.flatMap(({ columns }) => columns),
    (column) => JSON.stringify(column),
  );
  const often = groups.filter((group) => group.length > 1).sort((a, b) => b.length - a.length);
  const named = often.map(([column]) => column!).filter(({ meaning }) => !AS_IN.test(meaning));
  // The most frequent one of several meanings of a name is the common one.
  return named
    .filter((each, place) => named.findIndex(({ column }) => column === each.column) === place)
    .sort((a, b) => (a.column < b.column ? -1 : 1));
}

function section(heading: string, relation: Relation, common: readonly Column[], where: string): string {
  const isCommon = (column: Column) => common.some((each) => isSame(each, column));
  const others = relation.columns.filter((column) => !isCommon(column) && !AS_IN.test(column.meaning));
  const known = groupsOf(
    relation.columns.filter(({ meaning }) => AS_IN.test(meaning)),
    ({ meaning }) => meaning,
  ).map((group) => `${group[0]!.meaning.slice(0, -1)}: ${namesOf(group)}.`);
  const shared = relation.columns.filter(isCommon);
  const and = [...known, ...(shared.length === 0 ? [] : [`And ${namesOf(shared)}.`])].join(' ');
  const parts = [wrapped(`${relation.about}${where}`), columnList(others), wrapped(and)];
  return `## ${heading}\n\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(({ column }) => `\`${column}\``).join(', ');
}

/** A line for each meaning: what several columns of a type mean alike is there once. */
function columnList(columns: readonly Column[]): string {
  return groupsOf(columns, ({ type, meaning }) => `${type} ${meaning}`)
    .map((group) => `* ${namesOf(group)} ${group[0]!.type}: ${group[0]!.meaning}`)
    .join('\n');
}

function functionList(heading: string, prefix: string, routines: readonly RoutineRow[]): string {
  if (routines.length === 0) return '';
  const lines = routines.map(({ name, result, meaning }) => `* \`${prefix}${name}\` ${result}: ${meaning}`);
  return `## ${heading}\n\n${lines.join('\n')}\n`;
}

function onlyOf(families: readonly string[], all: readonly string[]): string {
  return families.length === all.length ? '' : ` ${families.join(' and ')} chains only.`;
}

function groupsOf<Item>(items: readonly Item[], key: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** GitHub's anchor of a heading without punctuation but underscores and brackets. */
function anchor(heading: string): string {
  return heading.replaceAll(/[()]/g, '').replaceAll(' ', '-');
}

/** Lines of at most 118 characters. */
function wrapped(text: string): string {
  return text.replaceAll(/(?=.{119})(.{1,118}) /g, '$1\n');
}
