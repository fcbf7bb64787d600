/** The whole terminal, drawn anew at every look, as `top` does. What was there before is there again afterwards. */
import { clearLine, clearScreenDown, cursorTo } from 'node:readline';

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';
const CTRL_C = '\u0003';

export class LiveScreen {
  readonly #output: NodeJS.WriteStream;
  readonly #input: NodeJS.ReadStream;
  readonly #onKey: (key: Buffer) => void;

  /** @param onStop called for Ctrl-C, `q` and signals */
  constructor(output: NodeJS.WriteStream, input: NodeJS.ReadStream, onStop: () => void) {
    this.#output = output;
    this.#input = input;
    output.write(ENTER);
    this.#onKey = (key) => {
      if (['q', CTRL_C].includes(key.toString())) onStop();
    };
    if (!input.isTTY) return;
    input.setRawMode(true);
    input.on('data', this.#onKey);
  }

  /** Lines that do not fit are left out. */
  draw(lines: readonly string[]): void {
    const shown = lines.slice(0, this.#output.rows - 1);
    this.#output.cork();
    for (const [row, line] of shown.entries()) {
      cursorTo(this.#output, 0, row);
      this.#output.write(line);
      clearLine(this.#output, 1);
    }
    cursorTo(this.#output, 0, shown.length);
    clearScreenDown(this.#output);
    this.#output.uncork();
  }

  close(): void {
    if (this.#input.isTTY) {
      this.#input.setRawMode(false);
      this.#input.off('data', this.#onKey);
      this.#input.pause();
    }
    this.#output.write(LEAVE);
  }
}
