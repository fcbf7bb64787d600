import { expect, it } from 'vitest';
import { timeLabels } from '../src/address/time-labels.js';

const DAY = 86_400;
/** The reader's midday, whatever the time zone. */
const at = (text: string) => Date.parse(text) / 1_000;
const ticks = (first: string, step: number, count: number) =>
  Array.from({ length: count }, (_, n) => at(first) + n * step);

it('says of each tick what tells it from its neighbours, and the day or year where another one begins', () => {
  expect(timeLabels(ticks('2026-11-16T12:00', DAY / 2, 4), DAY / 2)).toEqual([
    '12:00\n16 Nov',
    '00:00\n17 Nov',
    '12:00',
    '00:00\n18 Nov',
  ]);
  expect(timeLabels(ticks('2026-12-30T00:00', DAY, 3), DAY)).toEqual(['30 Dec\n2026', '31 Dec', '1 Jan\n2027']);
  expect(timeLabels(ticks('2026-11-23T15:39:05', 5, 2), 5)).toEqual(['15:39:05\n23 Nov', '15:39:10']);
  expect(timeLabels([at('2025-01-01T00:00'), at('2026-01-01T00:00')], 365 * DAY)).toEqual(['2025', '2026']);
});
