import { inspect } from 'node:util';

const MASK = '[secret]';

/** A value that cannot be printed by accident: strings, JSON, `console.log` and loggers all show `[secret]`. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, for the one call that needs it. Never pass the result to a log or an error message. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
