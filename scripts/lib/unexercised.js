/** Parts of the product that a whole test run has not exercised: routes, metrics, and files of packages/db with SQL. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { ROOT } from './project.js';

/**
 * @param {string} file that test files and the run's server have written
 * @returns {Promise<string[]>} a line for each
 */
export async function unexercised(file) {
  const noted = readNotes(file);
  const { ROUTES } = await import(join(ROOT, 'apps/api/dist/routes.js'));
  const { methodOf } = await import(join(ROOT, 'apps/api/dist/services/route.js'));
  const routes = ROUTES.map((route) => `${methodOf(route)} ${route.path}`);
  return [
    ...routes.filter((route) => !noted.route.has(route)).map((route) => `route ${route}: no answer of 2xx`),
    ...[...noted.metric].filter((name) => !noted.sample.has(name)).map((name) => `metric ${name}: no sample`),
    ...unexecuted([...noted.statement].map((text) => JSON.parse(text))),
  ];
}

/** @returns {Record<'route' | 'metric' | 'sample' | 'statement', Set<string>>} */
function readNotes(file) {
  const noted = { route: new Set(), metric: new Set(), sample: new Set(), statement: new Set() };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [kind, what] = line.split('\t');
    noted[kind]?.add(what);
  }
  return noted;
}

const DB = join(ROOT, 'packages/db/dist');

/** Files with SQL of which nothing was part of a statement. */
function unexecuted(statements) {
  const executed = [...new Set(statements.map(flattened))].join('\n');
  const names = readdirSync(DB, { recursive: true }).filter(
    (name) => name.endsWith('.js') && !name.includes('bundle/'),
  );
  const files = names.map((name) => ({ name, parts: sqlOf(readFileSync(join(DB, name), 'utf8')) }));
  const holders = new Map();
  for (const part of files.flatMap(({ parts }) => [...parts])) holders.set(part, (holders.get(part) ?? 0) + 1);
  return files.flatMap(({ name, parts }) => {
    // A part that several files have says nothing of one of them.
    const own = [...parts].filter((part) => holders.get(part) === 1);
    if (own.length === 0 || own.some((part) => executed.includes(part))) return [];
    return [`packages/db/src/${name.replace(/js$/, 'ts')}: nothing of its SQL was executed, as ${own[0]}`];
  });
}

const SQL =
  /\b(SELECT|FROM|WHERE|JOIN|INSERT|UPDATE|DELETE|VALUES|SET|COPY|CREATE|ALTER|DROP|GRANT|LOCK|json_build_\w+)\b/;
/** The server's statistics have parameters in their place. */
const CONSTANT = /'(?:[^']|'')*'|\$?\b\d+(?:\.\d+)?\b/g;
/** Shorter ones are part of other files' statements, too. */
const SHORTEST_PART = 24;

const flattened = (sql) => sql.replaceAll(CONSTANT, '').replaceAll(/\s+/g, ' ');

/** Parts of SQL in a module between what is filled in, constants included: a statement that has the SQL has each. */
function sqlOf(code) {
  const texts = [];
  walk(parseAst(code), (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') texts.push(node.value);
    if (node.type === 'TemplateLiteral') texts.push(...node.quasis.map(({ value }) => value.cooked));
  });
  const parts = texts.flatMap((text) => text.replaceAll(/\s+/g, ' ').split(CONSTANT));
  const wholes = parts.flatMap((part) => part.split(/[';]/)).map((part) => part.trim());
  return new Set(wholes.filter((part) => part.length >= SHORTEST_PART && SQL.test(part)));
}

function walk(node, visit) {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  else if (typeof node?.type === 'string') {
    visit(node);
    for (const value of Object.values(node)) if (typeof value === 'object') walk(value, visit);
  }
}
