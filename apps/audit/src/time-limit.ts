import type { CheckName } from '@chaintrail/db';
import type { Audit } from './audit.js';

/** How long a check may take that looks at a part only. What it took before an interruption counts. */
export class TimeLimit {
  private readonly audit: Audit;
  private readonly check: CheckName;
  private readonly beforeMs: number;
  private readonly startedMs = Date.now();

  constructor(audit: Audit, check: CheckName) {
    this.audit = audit;
    this.check = check;
    this.beforeMs = audit.position.spentMs[check] ?? 0;
  }

  isOver(): boolean {
    const spentMs = this.beforeMs + Date.now() - this.startedMs;
    this.audit.position.spentMs[this.check] = spentMs;
    return this.audit.scope === 'sample' && spentMs >= this.audit.limits.sampleMs;
  }
}
