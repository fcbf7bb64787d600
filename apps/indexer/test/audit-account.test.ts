import { EVM_CHAINS } from '@chaintrail/chains';
import { afterEach, describe, expect, it } from 'vitest';
import type { AuditOutcome } from '../src/audit/run-audit.js';
import { AccountAuditFixture } from './audit-account-fixture.js';

let fixture: AccountAuditFixture;
afterEach(() => fixture.close());

function found({ checks }: AuditOutcome): Record<string, string[]> {
  return Object.fromEntries(
    checks
      .filter(({ findings }) => findings > 0)
      .map(({ name, examples }) => [name, [...new Set(examples.map(({ problem }) => problem))].sort()]),
  );
}

describe.each(EVM_CHAINS)('an audit of $code', (chain) => {
  it('is clean where everything is right, and says what it looked at', async () => {
    fixture = await AccountAuditFixture.open({ chain });
    const outcome = await fixture.audit();
    console.log(
      JSON.stringify(
        outcome.checks.map(({ name, outcome, reason, share, facts }) => ({ name, outcome, reason, share, facts })),
      ),
    );
    console.log(
      JSON.stringify(
        outcome.checks.flatMap(({ examples }) => examples.slice(0, 4)),
        null,
        1,
      ),
    );
    expect(found(outcome)).toEqual({});
  });
});
