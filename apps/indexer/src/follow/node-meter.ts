import type { EndedRequest } from '@chaintrail/chains';
import type { NodeFigures } from '@chaintrail/db';

/** Counts what the node of one chain was asked, since the process started. */
export class NodeMeter {
  private requests = 0;
  private failures = 0;
  private ms = 0;

  readonly count = ({ ms, hasFailed }: EndedRequest): void => {
    this.requests++;
    if (hasFailed) this.failures++;
    this.ms += ms;
  };

  get figures(): NodeFigures {
    return { nodeRequests: this.requests, nodeFailures: this.failures, nodeSeconds: this.ms / 1_000 };
  }
}
