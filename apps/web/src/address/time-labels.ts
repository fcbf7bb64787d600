/** Labels below the ticks of a chart over time, in the reader's time zone. */

const DAY = 86_400;
const inWords = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);
const YEAR = inWords({ year: 'numeric' });
const DATE = inWords({ day: 'numeric', month: 'short' });
const MINUTE = inWords({ timeStyle: 'short' });
const SECOND = inWords({ timeStyle: 'medium' });

/** As much of each tick as tells it from its neighbours. @param ticks unix seconds @param step seconds between two */
export function timeLabels(ticks: readonly number[], step: number): string[] {
  const [fine, coarse] = step >= 365 * DAY ? [YEAR] : step >= DAY ? [DATE, YEAR] : [step >= 60 ? MINUTE : SECOND, DATE];
  let last: string | undefined;
  return ticks.map((tick) => {
    const label = fine.format(tick * 1_000);
    const part = coarse?.format(tick * 1_000);
    if (part === last) return label;
    last = part;
    return `${label}\n${part}`;
  });
}
