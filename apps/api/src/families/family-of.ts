import type { FollowedChain } from '../chain-directory.js';
import type { Services } from '../services.js';
import { AccountFamily } from './account-family.js';
import type { Family } from './family.js';
import { UtxoFamily } from './utxo-family.js';

/** The one place where handlers' questions part by family. */
export function familyOf(services: Services, followed: FollowedChain): Family {
  return followed.family === 'evm' ? new AccountFamily(services, followed) : new UtxoFamily(services, followed);
}
