import { describe, expect, it } from 'vitest';
import { Paths } from '../src/paths.js';

describe.each(['/explorer', '/chains/explorer'])('below %s', (base) => {
  const paths = new Paths(base);

  it('reads what it writes', () => {
    for (const id of ['bchreg:qpekk', 'BTC/BTC', 'block:12:end:0', 'ä %2F', '840000'])
      expect(paths.read(paths.of('tx', 'rune', id))).toEqual({ name: 'tx', currency: 'rune', id });
    expect(paths.read(paths.chain('btc'))).toEqual({ name: 'chain', currency: 'btc' });
    expect(paths.read(paths.mempool('btc'))).toEqual({ name: 'mempool', currency: 'btc' });
    expect(paths.read(paths.search('a b').replace(/\?.*/, ''))).toEqual({ name: 'search' });
    for (const home of [paths.home, base, `${base}/`]) expect(paths.read(home)).toEqual({ name: 'home' });
  });

  it('knows what is no page', () => {
    for (const path of [`${base}/btc/nothing/1`, `${base}/btc/tx`, `${base}/btc/tx/1/2`, `${base}/btc/mempool/1`])
      expect(paths.read(path)).toEqual({ name: 'unknown' });
    expect(paths.read(`${base}/btc/tx/%E0%A4%A`)).toEqual({ name: 'tx', currency: 'btc', id: '%E0%A4%A' });
  });

  it('leaves the API to the browser', () => {
    expect(paths.has(`${base}/btc`)).toBe(true);
    expect(paths.has(paths.home)).toBe(true);
    for (const path of ['docs', 'v0/status', 'explorers']) expect(paths.has(`${paths.server}/${path}`)).toBe(false);
  });
});
