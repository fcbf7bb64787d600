import type { HelperSource, Pool } from '@chaintrail/db';
import type { Logger } from 'pino';
import type { Decoder } from './decode/decoder.js';

/** What a chain of any family is followed with. */
export interface ChainOptions<Settings> {
  readonly settings: Settings;
  readonly databaseUrl: string;
  readonly pool: Pool;
  readonly decoder: Decoder;
  /** Bytes that its first sync may use. */
  readonly memory: number;
  readonly threads: number;
  /** Of its first sync. */
  readonly helpers?: HelperSource;
  readonly log: Logger;
  readonly signal: AbortSignal;
}
