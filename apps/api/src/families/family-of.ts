import type { Reader } from '@chaintrail/db';
import type { FollowedChain } from '../chain-directory.js';
import type { Services } from '../services.js';
import { CosmosFamily } from './cosmos-family.js';
import { EvmFamily } from './evm-family.js';
import type { Family } from './family.js';
import { UtxoFamily } from './utxo-family.js';

/** The one place where handlers' questions part by family. */
export function familyOf(services: Services, followed: FollowedChain, db: Reader): Family {
  switch (followed.family) {
    case 'utxo':
      return new UtxoFamily(services, followed, db);
    case 'evm':
      return new EvmFamily(services, followed, db);
    case 'cosmos':
      return new CosmosFamily(services, followed, db);
  }
}
