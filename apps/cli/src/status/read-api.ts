import { Chaintrail } from '@chaintrail/client';
import { behindOf, type ChainRow } from './chain-row.js';

const TIMEOUT_MS = 10_000;

/** @throws TypeError for what is no URL; what it returns, ChaintrailError */
export function apiReader(url: string): () => Promise<ChainRow[]> {
  const client = new Chaintrail({ url, timeoutMs: TIMEOUT_MS, retries: 0 });
  return async () => {
    const [{ chains }, rates] = await Promise.all([client.status(), client.rates()]);
    const rateOf = new Map(Object.entries(rates.rates).map(([currency, { rate }]) => [currency, rate]));
    return chains.map((chain) => {
      const { currency, network, status, reason, indexedHeight, nodeHeight, stage, progress, eta } = chain;
      const { blocksPerSecond, heartbeatAt, owned, mempool, audit } = chain;
      return {
        ...{ currency, network, stage, progress, blocksPerSecond, heartbeatAt },
        status: chain.phase === 'halted' && status === 'stalled' ? 'halted' : status,
        reason: reason?.split(';')[0] ?? null,
        ...{ tip: indexedHeight, nodeTip: nodeHeight, behind: behindOf(indexedHeight, nodeHeight) },
        etaSeconds: eta,
        mempool: mempool?.indexed ?? null,
        owner: owned === null ? null : owned ? 'yes' : 'none',
        audit: audit && { result: audit.result, finishedAt: audit.finishedAt, findings: audit.findings },
        rate: rateOf.get(currency) ?? null,
      };
    });
  };
}
