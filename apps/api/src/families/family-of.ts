import type { Reader } from '@chaintrail/db';
import type { FollowedChain } from '../chain-directory.js';
import type { Services } from '../services.js';
import { AccountFamily } from './account-family.js';
import type { Family } from './family.js';
import { UtxoFamily } from './utxo-family.js';

/** The one place where handlers' questions part by family. */
export function familyOf(services: Services, followed: FollowedChain, db: Reader): Family {
  return followed.family === 'evm' ? new AccountFamily(services, followed, db) : new UtxoFamily(services, followed, db);
}
