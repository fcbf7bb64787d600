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
 * The statements of a migration, to be sent one by one: Citus hands the text of a query on to its workers as it is, and
 * refuses a CREATE INDEX or an ALTER TABLE among others. Comments inside comments, SQL-standard function bodies (`BEGIN
 * ATOMIC`) and `$` in names are not understood.
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
 * The statements of a migration as they are sent. Comments on tables and columns that follow each other, most of all
 * statements, go in one query: one by one they take three quarters of the time that a schema takes to make.
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
