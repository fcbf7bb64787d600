import { EVM_CHAINS, NodeError, StateUnavailableError } from '@chaintrail/chains';
import type { SimulatedEvmNodeOptions } from '@chaintrail/devnet';
import { describe, expect, it } from 'vitest';
import { type Damage, TracedChain } from './traced-chain.js';

const CHEAP = { waitMs: 5, longestWaitMs: 20 };
const WAITS = { cheap: CHEAP, expensive: CHEAP };

type Follow = Pick<SimulatedEvmNodeOptions, 'chain' | 'tracer'> & { readonly damage?: Damage };

/** Follows a chain with reorganisations. @returns internal transfers that are stored, and how many gaps were closed */
async function follow({ damage, ...options }: Follow): Promise<{ transfers: number; revision: number }> {
  const world = await TracedChain.start({ blocks: 40, ...options });
  const { simulated } = world;
  const changes = [() => simulated.mine(4), () => simulated.reorg(3), () => simulated.reorg(9, 12)].values();
  try {
    await world.follow({
      waits: WAITS,
      ...(damage && { damage }),
      async atTip() {
        if ((await world.gaps()).length > 0) return false;
        await world.expectHistories();
        const { value: change } = changes.next();
        await change?.();
        return change === undefined;
      },
    });
    const code = options.chain.code;
    return await world.row(
      `SELECT (SELECT count(*)::int FROM ${code}.transfers WHERE kind = 'internal') AS transfers, revision::int
       FROM ${code}.internal_sync`,
    );
  } finally {
    await world.stop();
  }
}

const FACTS = { chain: 'eth', method: 'debug_traceBlockByHash' } as const;
const [ETHEREUM] = EVM_CHAINS;

/** Fails so many times for each block that `isWrong` names, then answers. */
function failing(times: number, isWrong: (height: number) => boolean, error: Error): Damage {
  const failures = new Map<number, number>();
  return (height) => {
    const before = failures.get(height) ?? 0;
    if (!isWrong(height) || before >= times) return null;
    failures.set(height, before + 1);
    return Promise.reject(error);
  };
}

describe('internal transfers of a simulated node', () => {
  // Base has Optimism's rules.
  it.each(EVM_CHAINS.filter(({ code }) => code !== 'base'))(
    'and its blocks are the whole history of every address on $code',
    async (chain) => {
      expect(await follow({ chain })).toEqual({ transfers: expect.any(Number), revision: 0 });
    },
  );

  it('are whole in the end, from trace_block too, where traces of some blocks come late, whatever the reason', async () => {
    const refused = failing(
      4,
      (height) => height % 5 === 0,
      new NodeError('refused', false, { ...FACTS, code: -32000 }),
    );
    const slow = failing(2, (height) => height % 5 === 1, new NodeError('no answer in time', true, FACTS));
    const stateless = failing(
      1,
      (height) => height % 5 > 2 && height < 30,
      new StateUnavailableError('no state', FACTS),
    );
    const damages = [refused, slow, stateless];
    const struck = new Set<Damage>();
    const damage: Damage = (...asked) => {
      for (const each of damages) {
        const answer = each(...asked);
        if (answer) {
          struck.add(each);
          return answer;
        }
      }
      return null;
    };
    const { revision, transfers } = await follow({ chain: ETHEREUM!, tracer: 'parity', damage });
    expect(struck.size).toBe(damages.length);
    expect(revision).toBeGreaterThan(0);
    expect(transfers).toBeGreaterThan(0);
  });
});
