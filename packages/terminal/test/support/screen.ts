/** A terminal of so many columns, as far as progress bars need one: what is written, and what can be seen of it. */
import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

// Escape sequences are control characters by nature.
const TOKENS = new RegExp(`${String.fromCharCode(27)}\\[(\\d*)([A-Za-z])|\\n|[^\\n${String.fromCharCode(27)}]`, 'gu');

export class Screen extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  written = '';
  private readonly rows: string[] = [''];
  private row = 0;
  private column = 0;

  constructor({ isTTY = true, columns = 80 } = {}) {
    super({ decodeStrings: false });
    this.isTTY = isTTY;
    this.columns = columns;
  }

  /** The stream under the type that programs know their terminal by. */
  get stream(): NodeJS.WriteStream {
    return this as unknown as NodeJS.WriteStream;
  }

  /** Rows without what is blank at their ends, down to the last one that is not. */
  visible(): string[] {
    return this.rows
      .map((row) => row.trimEnd())
      .join('\n')
      .trimEnd()
      .split('\n');
  }

  get plain(): string {
    return stripVTControlCharacters(this.written);
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.written += text;
    for (const [token, count = '', command] of text.matchAll(TOKENS)) {
      if (command !== undefined) this.obey(command, count === '' ? null : Number(count));
      else if (token === '\n') this.to(this.row + 1, 0);
      else this.put(token);
    }
    done();
  }

  private obey(command: string, count: number | null): void {
    if (command === 'A') this.to(Math.max(0, this.row - (count ?? 1)), this.column);
    else if (command === 'B') this.to(this.row + (count ?? 1), this.column);
    else if (command === 'G') this.to(this.row, (count ?? 1) - 1);
    else if (command === 'K') this.rows[this.row] = count === 2 ? '' : this.before();
    else if (command === 'J') this.rows.splice(this.row, this.rows.length, this.before());
    else throw new Error(`the screen does not know the sequence ${count}${command}`);
  }

  private put(character: string): void {
    if (this.column >= this.columns) this.to(this.row + 1, 0);
    const row = this.rows[this.row] ?? '';
    this.rows[this.row] = `${this.before()}${character}${row.slice(this.column + 1)}`;
    this.column += 1;
  }

  private before(): string {
    return (this.rows[this.row] ?? '').slice(0, this.column).padEnd(this.column);
  }

  private to(row: number, column: number): void {
    while (this.rows.length <= row) this.rows.push('');
    this.row = row;
    this.column = column;
  }
}
