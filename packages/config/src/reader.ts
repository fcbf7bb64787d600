import type { Chain } from '@chaintrail/chains';
import { SettingsError } from './errors.js';
import { type ChainSetting, chainVariable, type Program, type Setting } from './table.js';

/** Reads variables for one program and collects every problem instead of stopping at the first. */
export class EnvironmentReader {
  readonly #env: NodeJS.ProcessEnv;
  readonly #program: Program;
  readonly problems: string[] = [];

  constructor(env: NodeJS.ProcessEnv, program: Program) {
    this.#env = env;
    this.#program = program;
  }

  /** Text of a variable; an empty one counts as not set, which is how compose files pass unset variables on. */
  text(name: string): string | undefined {
    const text = this.#env[name]?.trim();
    return text === '' ? undefined : text;
  }

  /** @returns undefined when the variable is neither set nor has a default, or when it was wrong (and is now a problem). */
  optional<T>(setting: Setting<T>): T | undefined {
    const { name } = setting;
    const text = this.text(name);
    if (text === undefined && setting.requiredBy.includes(this.#program)) {
      this.problems.push(`${name} is not set; ${setting.schema.safeParse('').error?.issues[0]?.message}.`);
      return undefined;
    }
    return this.#parse(name, setting.schema, text ?? setting.default, setting.secret);
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

  /** @throws SettingsError with everything that was wrong. */
  finish<S>(settings: S): S {
    if (this.problems.length > 0) throw new SettingsError(this.problems);
    return settings;
  }

  #parse<T>(name: string, schema: Setting<T>['schema'], text: string | null, secret: boolean): T | undefined {
    if (text === null) return undefined;
    const result = schema.safeParse(text);
    if (result.success) return result.data;
    const shown = secret ? 'is not valid' : `is ${JSON.stringify(text.slice(0, 60))}`;
    this.problems.push(`${name} ${shown}; ${result.error.issues[0]?.message}.`);
    return undefined;
  }
}
