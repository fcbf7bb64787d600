/**
 * PostgreSQL manual, "Lexical Structure": comments, constants, quoted identifiers and dollar-quoted bodies may hold
 * semicolons.
 */
const TOKEN =
  /--[^\n]*|\/\*.*?\*\/|\b[eE]'(?:[^'\\]|\\.|'')*'|\b[eE]'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$.*?\$\1\$|[^-/'"$;\seE]+|./gs;
const BLANK = /^(?:--|\/\*|\s)/;
/** The beginning of a quote or a body that does not end. */
const OPEN = /^(?:[eE]?'|"|\$)$/;

/**
 * The statements of a migration, to be sent one by one. Citus passes the text of a query to its workers unchanged, and
 * refuses CREATE INDEX or ALTER TABLE among other statements. Comments inside comments, SQL-standard function bodies
 * (`BEGIN ATOMIC`) and `$` in names are not understood.
 * @returns them without the semicolons between them; what is only comments is none
 * @throws RangeError where a quote, a body or a comment does not end
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  let isEmpty = true;
  for (const { 0: token, index } of `${sql};`.matchAll(TOKEN)) {
    if (OPEN.test(token) || (token === '/' && sql[index + 1] === '*')) {
      throw new RangeError(`what begins here does not end: ${sql.slice(index, index + 40)}`);
    }
    if (token !== ';') {
      isEmpty &&= BLANK.test(token);
      continue;
    }
    if (!isEmpty) statements.push(sql.slice(begin, index).trim());
    begin = index + 1;
    isEmpty = true;
  }
  return statements;
}

const COMMENT_ON = /^(?:\s|--[^\n]*\n)*COMMENT ON /;

/**
 * The statements of a migration as they are sent. Consecutive COMMENT ON statements go in one query. They are most of
 * all statements, and one by one took three quarters of the time of a new schema.
 */
export function queriesOf(sql: string): string[] {
  const queries: string[] = [];
  let isComment = false;
  for (const statement of statementsOf(sql)) {
    const follows = isComment;
    isComment = COMMENT_ON.test(statement);
    if (isComment && follows) queries.push(`${queries.pop()};\n${statement}`);
    else queries.push(statement);
  }
  return queries;
}
