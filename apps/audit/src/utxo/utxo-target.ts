/** How chains of the UTXO family are audited. */
import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { CheckName } from '@chaintrail/db';
import type { Audit, AuditPart, AuditTarget, Check } from '../audit.js';
import { checkBlocks } from '../walk-blocks.js';
import { checkUnspent } from './check-unspent.js';
import { checkTransactions } from './check-utxo-transactions.js';
import type { UtxoAudit, UtxoAuditNode } from './utxo-audit.js';
import { checkHistories } from './walk-utxo-histories.js';

export function utxoTarget(chain: UtxoChain, network: UtxoNetwork, node: UtxoAuditNode): AuditTarget {
  const own = (audit: Audit): UtxoAudit => ({ ...audit, chain, network, node });
  const part = (name: CheckName, check: Check<UtxoAudit>): AuditPart => ({
    names: [name],
    make: async (audit, [tally]) => [await check(own(audit), tally!)],
  });
  return {
    ...{ chain, network },
    parts: [
      {
        // The node is asked once for both.
        names: ['unspent-outputs', 'shielded-pools'],
        async make(audit, [tally, ofPools]) {
          const { unspent, pools } = await checkUnspent(own(audit), tally!, ofPools!);
          return chain.shielded ? [pools, unspent] : [unspent];
        },
      },
      part('transactions', checkTransactions),
      part('blocks', checkBlocks),
      part('histories', checkHistories),
    ],
    inherits: ['pools'],
  };
}
