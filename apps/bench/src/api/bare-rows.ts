import { percentiles, timeMs } from '../timing.js';
import { WARM_UP_SHARE } from './api-options.js';
import { type ApiRow, rounded } from './figures.js';
import type { OwnSide } from './open-target.js';
import type { Scenario } from './scenarios.js';

/** Runs the queries one after the other. Columns stay text. */
export async function measureBareRows(
  scenario: Scenario,
  seconds: number,
  { session, processorSeconds }: OwnSide,
): Promise<ApiRow> {
  const { name, bareRows, requests } = scenario;
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
  const before = processorSeconds().postgres;
  const used = process.cpuUsage();
  const times = await askFor(seconds);
  const { user, system } = process.cpuUsage(used);
  const after = processorSeconds().postgres;
  const total = times.reduce((sum, each) => sum + each, 0);
  return {
    ...{ scenario: name, connections: null, requests: times.length, ...percentiles(times) },
    perSecond: Math.round((times.length / total) * 10_000) / 10,
    postgresMs: before === null || after === null ? null : rounded(((after - before) * 1_000) / times.length),
    nodeMs: rounded((user + system) / 1_000 / times.length),
    ...{ mainMs: null, loadMs: null, bytes: null },
  };
}
