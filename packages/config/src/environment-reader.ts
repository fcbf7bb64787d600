import type { Chain } from '@chaintrail/chains';
import { chainVariable } from './chain-settings.js';
import { SettingsError } from './errors.js';
import { findMisspelled, type Misspelled, sentenceAbout } from './misspelled.js';
import type { ChainSetting, Setting } from './setting.js';

/** Reads variables for one program and collects every problem instead of stopping at the first. */
export class EnvironmentReader {
  readonly #env: NodeJS.ProcessEnv;
  readonly problems: string[] = [];
  readonly misspelled: readonly Misspelled[];
  readonly #notes: string[];

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
    this.misspelled = findMisspelled(env);
    this.#notes = this.misspelled.map(sentenceAbout);
  }

  /** Adds a sentence about what looks odd without being wrong. */
  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Text of a variable; an empty one counts as not set, which is how compose files pass unset variables on. */
  text(name: string): string | undefined {
    const text = this.#env[name]?.trim();
    return text === '' ? undefined : text;
  }

  /** @returns undefined when the variable is not set and has no default, or was wrong (which is a problem now) */
  optional<T>(setting: Setting<T>): T | undefined {
    const { name, schema, secret } = setting;
    return this.#parse(name, schema, this.text(name) ?? setting.default, secret);
  }

  /** For settings that are required where others are as they are. @returns undefined when that is now a problem */
  required<T>(setting: Setting<T>): T | undefined {
    const { name, schema } = setting;
    const text = this.text(name);
    if (text !== undefined) return this.#parse(name, schema, text, setting.secret);
    this.problems.push(`${name} is not set; ${schema.safeParse('').error?.issues[0]?.message}.`);
    return undefined;
  }

  /** For settings that have a default or are required. A wrong one is a problem, and {@link finish} will throw. */
  value<T>(setting: Setting<T>): T {
    return this.optional(setting) as T;
  }

  chainOptional<T>(chain: Chain, setting: ChainSetting<T>): T | undefined {
    const name = chainVariable(chain.code, setting);
    return this.#parse(name, setting.schema(chain), this.text(name) ?? setting.defaultFor(chain), setting.secret);
  }

  chainValue<T>(chain: Chain, setting: ChainSetting<T>): T {
    return this.chainOptional(chain, setting) as T;
  }

  /** @returns the settings with the notes. @throws SettingsError with everything that was wrong, and the notes. */
  finish<S>(settings: S): S & { readonly warnings: readonly string[] } {
    if (this.problems.length > 0) throw new SettingsError(this.problems, this.#notes);
    return { ...settings, warnings: this.#notes };
  }

  #parse<T>(name: string, schema: Setting<T>['schema'], text: string | null, secret: boolean): T | undefined {
    if (text === null) return undefined;
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    // Some are refused because they hold a password.
    const open = text.replace(/\/\/[^/]*@/, '//…@');
    const shown = secret ? 'is not valid' : `is ${JSON.stringify(open.slice(0, 60))}`;
    this.problems.push(`${name} ${shown}; ${result.error.issues[0]?.message}.`);
    return undefined;
  }
}
