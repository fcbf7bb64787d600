/** CSV as RFC 4180 has it, read letter by letter: another way than the one it is written by. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at + 1) : plainCell(text, at);
    row.push(cell);
    if (text[end] === ',') at = end + 1;
    else if (text.startsWith('\r\n', end)) {
      rows.push(row);
      row = [];
      at = end + 2;
    } else throw new Error(`neither a cell nor a line ends at ${end}: ${text.slice(end, end + 20)}`);
  }
  if (row.length > 0) throw new Error('the last line does not end');
  return rows;
}

function plainCell(text: string, start: number): { cell: string; end: number } {
  let end = start;
  while (end < text.length && !',\r\n"'.includes(text[end]!)) end++;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number): { cell: string; end: number } {
  let cell = '';
  for (let at = start; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') cell += text[at++];
    else return { cell, end: at + 1 };
  }
  throw new Error('a quote is not closed');
}

/** By the names in the first row. */
export function readTable(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} cells for ${names.length} names`);
    return Object.fromEntries(names.map((name, n) => [name, row[n]!]));
  });
}
