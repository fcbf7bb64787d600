/** CSV as RFC 4180 has it, read letter by letter: another way than the one it is written by. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let at = 0;
  while (at < text.length) {
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (at >= text.length) throw new Error('a quote is not closed');
        cell += text[at];
        if (text[at] === '"') at++;
      }
      at++;
      if (text[at] !== ',' && text[at] !== '\r') throw new Error(`more behind a quote: ${text.slice(at, at + 10)}`);
    } else if (text[at] === ',') {
      row.push(cell);
      cell = '';
      at++;
    } else if (text.startsWith('\r\n', at)) {
      rows.push([...row, cell]);
      row = [];
      cell = '';
      at += 2;
    } else if (text[at] === '\r' || text[at] === '\n') {
      throw new Error('half a line end');
    } else {
      cell += text[at++];
    }
  }
  if (row.length > 0 || cell !== '') throw new Error('the last line does not end');
  return rows;
}

/** By the names in the first row. */
export function readTable(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readCsv(text);
  return rows.map((row) => {
    if (row.length !== names.length) throw new Error(`${row.length} cells for ${names.length} names`);
    return Object.fromEntries(names.map((name, n) => [name, row[n]!]));
  });
}
