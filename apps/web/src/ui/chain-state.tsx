import type { ChainStatus } from '@chaintrail/client';
import { grouped, percent, span } from '../format.js';
import { Badge, type Tone } from './text.js';

const TONES: Readonly<Record<string, Tone>> = {
  live: 'good',
  syncing: 'warn',
  stalled: 'bad',
  offline: 'bad',
};

export function ChainBadge({ chain }: { readonly chain: Pick<ChainStatus, 'status'> }) {
  return <Badge tone={TONES[chain.status] ?? 'plain'}>{chain.status}</Badge>;
}

/** How far a sync is, and what is in its way. */
export function Progress({ chain }: { readonly chain: ChainStatus }) {
  const { status, progress, eta, stage, reason, indexedHeight, nodeHeight } = chain;
  const behind = nodeHeight !== null && indexedHeight !== null ? nodeHeight - indexedHeight : 0;
  return (
    <>
      {status === 'syncing' && progress !== null && (
        <p class="progress">
          <progress value={progress} aria-label="Progress of the sync" />
          <span>
            {percent(progress)}
            {stage !== null && `, ${stage}`}
            {eta !== null && `, about ${span(eta)} left`}
          </span>
        </p>
      )}
      {status !== 'syncing' && behind > 1 && <p class="note">{grouped(behind)} blocks behind its node.</p>}
      {reason !== null && <p class="note">{reason}</p>}
    </>
  );
}
