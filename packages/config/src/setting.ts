/** The form of a setting. */
import type { Chain, ChainFamily } from '@chaintrail/chains';
import type { TextSchema } from './values.js';

/** The programs that read settings. `migrate`, `audit` and `token` are the commands of that name. */
export type Program = 'standalone' | 'indexer' | 'api' | 'migrate' | 'audit' | 'token';

interface SettingText {
  /** One or two sentences for the operator. */
  readonly summary: string;
  /** Shown commented out in `.env.example`. */
  readonly example: string;
  readonly readers: readonly Program[];
  /** Programs that refuse to start without it. */
  readonly requiredBy: readonly Program[];
  /** The value may hold a password and is never echoed. */
  readonly secret: boolean;
}

/** One variable for the whole program. */
export interface Setting<T> extends SettingText {
  readonly name: string;
  readonly schema: TextSchema<T>;
  /** Read as if the operator had written it; null when there is none. */
  readonly default: string | null;
  /** How the default reads where the machine decides it. */
  readonly defaultText?: string;
}

/** One variable per chain, named `<CODE>_<suffix>`. */
export interface ChainSetting<T> extends SettingText {
  readonly suffix: string;
  /** The families whose chains have it; null: all. */
  readonly families: readonly ChainFamily[] | null;
  schema(chain: Chain): TextSchema<T>;
  defaultFor(chain: Chain): string | null;
  /** How the default reads when it is not for one chain. */
  readonly defaultText: string;
}

/** One entry of a table of settings. */
export const setting = <T>(entry: Setting<T>): Setting<T> => entry;
export const chainSetting = <T>(entry: ChainSetting<T>): ChainSetting<T> => entry;
