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

/** An entry of a table may leave out what most have in common. */
type Entry<Full, Common extends keyof Full> = Omit<Full, Common> & Partial<Pick<Full, Common>>;

export const setting = <T>(entry: Entry<Setting<T>, 'secret' | 'default'>): Setting<T> => ({
  secret: false,
  default: null,
  ...entry,
});

type CommonOfChains = 'secret' | 'readers' | 'families' | 'defaultFor' | 'defaultText';
export const chainSetting = <T>(entry: Entry<ChainSetting<T>, CommonOfChains>): ChainSetting<T> => ({
  secret: false,
  readers: ['standalone', 'indexer', 'audit'],
  families: null,
  defaultFor: () => null,
  defaultText: '',
  ...entry,
});
