/** The command line of a soak, checked. */
import { parseArgs } from 'node:util';
import { CHAINS, type Chain } from '@chaintrail/chains';

export interface SoakOptions {
  readonly chains: readonly Chain[];
  /** How long traffic is played, in milliseconds; settling and comparing come on top. */
  readonly playMs: number;
  readonly seed: number;
}

const CODES = CHAINS.map(({ code }) => code);

export const SOAK_USAGE = `npm run soak -- [options]
  --minutes N    how long to play, fractions allowed (default 10)
  --chain CODE   one chain, may be repeated: ${CODES.join(', ')} (default all of them)
  --seed N       decides what is played (default: drawn, and printed)`;

/** @throws RangeError, or parseArgs's TypeError: their messages say why the command line cannot be used */
export function readSoakOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '10' },
      chain: { type: 'string', multiple: true, default: [...CODES] },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    },
  });
  const minutes = Number(values.minutes);
  if (!/^\d+(\.\d+)?$/.test(values.minutes) || minutes <= 0 || minutes > 10_000) {
    throw new RangeError(`--minutes is ${values.minutes}: expected a number above 0 and up to 10000`);
  }
  if (!/^\d{1,10}$/.test(values.seed) || Number(values.seed) >= 2 ** 32) {
    throw new RangeError(`--seed is ${values.seed}: expected a whole number from 0 to 4294967295`);
  }
  const chains = [...new Set(values.chain.flatMap((text) => text.split(',')))].map(readChain);
  return { chains, playMs: minutes * 60_000, seed: Number(values.seed) };
}

function readChain(code: string): Chain {
  const chain = CHAINS.find((each) => each.code === code.toLowerCase());
  if (chain) return chain;
  throw new RangeError(`--chain is ${code}: expected one of ${CODES.join(', ')}`);
}
