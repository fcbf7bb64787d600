/**
 * How far the clock of the machine that serves a URL is ahead of ours, by the `Date` of an answer. Every origin server
 * with a clock sends it (RFC 9110 §6.6.1), with a refusal too.
 * @param url without credentials
 * @returns seconds, to about one; null where the answer does not say
 */
export async function machineClock(url: string): Promise<number | null> {
  const askedMs = Date.now();
  const { headers, body } = await fetch(url, { method: 'HEAD', redirect: 'manual' });
  await body?.cancel();
  const date = Date.parse(headers.get('date') ?? '');
  const here = (askedMs + Date.now()) / 2;
  // Times are in whole seconds, rounded down.
  return Number.isNaN(date) ? null : (date + 500 - here) / 1000;
}
