import { DecodeError, NodeError, NodeLieError, PreflightError } from '@chaintrail/chains';
import { CursorMovedError, InconsistentBlockError } from '@chaintrail/db';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../src/follow/failure.js';
import { DeepReorgError } from '../src/follow/find-fork.js';

const facts = { chain: 'btc', method: 'getblock' } as const;

describe('failureOf', () => {
  it.each([
    ['a node that is down', new NodeError('connection refused', true, facts), 'stalled', true],
    ['a node that lies', new NodeLieError('another block', facts), 'stalled', true],
    [
      'a set-up that only the operator can change',
      new PreflightError('btc', 'the node is on regtest'),
      'stalled',
      true,
    ],
    ['a block that cannot be right', new DecodeError('cut short', 80), 'stalled', true],
    ['a block that spends what is not there', new InconsistentBlockError('spends nothing'), 'stalled', true],
    ['a reorg below the limit', new DeepReorgError('too deep'), 'halted', true],
    ['another writer', new CursorMovedError('moved'), 'stalled', false],
    [
      'anything of the database',
      new Error('password authentication failed for postgres://u:secret@h/d'),
      'stalled',
      false,
    ],
  ])('%s', (_, error, phase, keepsOwnership) => {
    const trouble = failureOf(error);
    expect(trouble).toMatchObject({ phase, keepsOwnership });
    expect(trouble.reason.text).not.toMatch(/secret/);
    expect(trouble.reason.text.length).toBeGreaterThan(0);
    expect(trouble.longestWaitMs).toBeLessThanOrEqual(60_000);
  });
});
