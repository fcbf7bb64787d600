import { isConfirmed } from '../check/page.js';
import type { Check } from '../check/reading.js';
import type { FollowedUtxoChain } from '../world/utxo-chain.js';
import { readBalance } from './api-answers.js';

const LIMIT = 1_000;

/** What is confirmed is what the simulator's own ledger says, when the index stands at its tip. */
export function againstModel(chain: FollowedUtxoChain): Check {
  return async ({ api, address, wrong }) => {
    const truth = chain.truth();
    const expected = truth.model.addresses.get(address);
    const balance = await readBalance(api, address);
    const page = await api.history(address, `limit=${LIMIT}`);
    if (balance.tip.hash !== truth.tip.hash || page.tip.hash !== truth.tip.hash) return false;

    const found = [balance.balance, balance.received, balance.sent, balance.transactionCount].join(' ');
    const { balance: holds, received, sent, txids } = expected ?? { balance: 0n, received: 0n, sent: 0n, txids: [] };
    const right = [holds, received, sent, txids.length].join(' ');
    if (found !== right) wrong(`balance, received, sent and count are ${found}; at block ${truth.tip.height} ${right}`);
    const history = page.transactions.filter(isConfirmed).map(({ txid }) => txid);
    const newest = txids.slice(txids.length - history.length).reverse();
    if (history.join() !== newest.join()) wrong(`its history at block ${truth.tip.height} is not the chain's`);
    return true;
  };
}
