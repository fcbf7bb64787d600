import type { Reader } from '@chaintrail/db';
import type { FollowedChain } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { CosmosFamily } from './cosmos-family.js';
import { EvmFamily } from './evm-family.js';
import type { Family } from './family.js';
import { UtxoFamily } from './utxo-family.js';

/** The one place where handlers' questions part by family. */
export function familyOf(sources: AnswerSources, followed: FollowedChain, db: Reader): Family {
  switch (followed.family) {
    case 'utxo':
      return new UtxoFamily(sources, followed, db);
    case 'evm':
      return new EvmFamily(sources, followed, db);
    case 'cosmos':
      return new CosmosFamily(sources, followed, db);
  }
}
