import { ownProcessorSeconds, percentiles, rounded, timeMs } from '../harness/figures.js';
import type { ApiRow } from './api-figures.js';
import { WARM_UP_SHARE } from './api-options.js';
import type { OwnSide } from './bench-database.js';
import type { Scenario } from './scenarios.js';

/** Runs the queries one after the other. Columns stay text. */
export async function measureBareRows(
  { name, bareRows, requests }: Scenario,
  seconds: number,
  { session, processorSeconds }: OwnSide,
): Promise<ApiRow> {
  const types = { getTypeParser: () => (text: unknown) => text };
  let asked = 0;
  const ask = async (): Promise<void> => {
    const { values } = requests[asked++ % requests.length]!;
    await session.query({ name, text: bareRows, values: [...values!], types });
  };
  const askFor = async (length: number): Promise<number[]> => {
    const times: number[] = [];
    for (const end = performance.now() + length * 1_000; performance.now() < end; ) times.push(await timeMs(ask));
    return times;
  };
  await askFor(seconds * WARM_UP_SHARE);
  const before = { postgres: processorSeconds().postgres, own: ownProcessorSeconds() };
  const times = await askFor(seconds);
  const own = ownProcessorSeconds(before.own);
  const postgres = processorSeconds().postgres - before.postgres;
  const totalMs = times.reduce((sum, each) => sum + each, 0);
  return {
    ...{ scenario: name, connections: null, requests: times.length, ...percentiles(times) },
    perSecond: rounded((times.length * 1_000) / totalMs, 1),
    postgresMs: rounded((postgres * 1_000) / times.length),
    nodeMs: rounded((own * 1_000) / times.length),
    ...{ mainMs: Number.NaN, loadMs: Number.NaN, bytes: Number.NaN },
  };
}
