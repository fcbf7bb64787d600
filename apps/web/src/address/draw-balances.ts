/** The chart, loaded where there is one to be drawn. */
import uPlot from 'uplot';
import type { Point } from './balance-points.js';
import { timeLabels } from './time-labels.js';

const HEIGHT = 220;

/**
 * Floats tell the chart where a pixel goes, and its axis round numbers; what is written of a point is exact, and not from here.
 * @param onPoint told of the point under the pointer; null where there is none
 * @returns a function that takes the chart away
 */
export function drawBalances(
  place: HTMLElement,
  points: readonly Point[],
  decimals: number,
  onPoint: (index: number | null) => void,
): () => void {
  const data: uPlot.AlignedData = [
    points.map(({ time }) => time),
    points.map(({ balance }) => Number(balance) / 10 ** decimals),
  ];
  const colors = matchMedia('(prefers-color-scheme: dark)');
  let chart: uPlot | null = null;
  const draw = () => {
    chart?.destroy();
    chart = new uPlot(optionsOf(place, onPoint), data, place);
  };
  const resized = new ResizeObserver(() => chart?.setSize({ width: place.clientWidth, height: HEIGHT }));
  draw();
  resized.observe(place);
  colors.addEventListener('change', draw);
  return () => {
    resized.disconnect();
    colors.removeEventListener('change', draw);
    chart?.destroy();
  };
}

const COMPACT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });

function optionsOf(place: HTMLElement, onPoint: (index: number | null) => void): uPlot.Options {
  const style = getComputedStyle(place);
  const color = (name: string) => style.getPropertyValue(name);
  const line = color('--line');
  const axis = {
    stroke: color('--muted'),
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { size: 8 } },
    scales: { y: { range: (_chart, _least, most) => [0, most === 0 ? 1 : most * 1.05] } },
    axes: [
      { ...axis, values: (_chart, ticks, _axis, _space, step) => timeLabels(ticks, step) },
      { ...axis, size: 64, values: (_chart, ticks) => ticks.map((tick) => COMPACT.format(tick)) },
    ],
    series: [
      {},
      {
        stroke: color('--accent'),
        fill: color('--tint'),
        width: 2,
        // A balance stays what it is until the next transaction.
        paths: uPlot.paths.stepped!({ align: 1 }),
        points: { show: false },
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  };
}
