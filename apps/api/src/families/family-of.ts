import type { Reader } from '@chaintrail/db';
import type { FollowedChain } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { cosmosFamily } from './cosmos-family.js';
import { evmFamily } from './evm-family.js';
import type { Family } from './family.js';
import { utxoFamily } from './utxo-family.js';

/** The one place where handlers' questions part by family. */
export function familyOf(sources: AnswerSources, followed: FollowedChain, db: Reader): Family {
  switch (followed.family) {
    case 'utxo':
      return utxoFamily(sources, followed, db);
    case 'evm':
      return evmFamily(sources, followed, db);
    case 'cosmos':
      return cosmosFamily(sources, followed, db);
  }
}
