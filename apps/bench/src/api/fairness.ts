/** Measures what attacks of one client do to another client. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { percentiles, timeMs } from '../harness/figures.js';
import { Forked } from '../harness/forked.js';
import type { Cleanup } from '../harness/run.js';
import type { LoadCalls } from '../load-process.js';
import type { Scenario } from './scenarios.js';

const ATTACKER = '127.0.0.1';
const VICTIM = '127.0.0.2';
const ROUNDS = 3;
const SOCKETS = 4;
const REQUESTS_AHEAD = 100;

/** Milliseconds of the victim's balances, one after the other: quiet and attacked in turns. */
export interface Fairness {
  readonly attack: string;
  readonly quietP50Ms: number;
  readonly attackedP50Ms: number;
  readonly longestHealthMs: number;
}

/** Begins an attack. @returns what ends it */
type Attack = () => Promise<() => Promise<unknown>>;

/**
 * @param options.seconds of each measurement
 * @returns nothing where there is no long history, or no address with a balance
 */
export async function measureFairness(
  { url, scenarios, seconds }: { url: string; scenarios: readonly Scenario[]; seconds: number },
  victim: Forked<LoadCalls>,
  cleanup: Cleanup,
): Promise<Fairness[]> {
  const pathsOf = (name: string): string[] =>
    scenarios.find((scenario) => scenario.name === name)?.requests.map(({ path }) => path) ?? [];
  const balances = pathsOf('balance');
  const long = pathsOf('newest').map((path) => `${path.split('?')[0]}?limit=1000`);
  if (balances.length === 0 || long.length === 0) return [];
  const attacker = new Forked<LoadCalls>('load-process', cleanup);
  const common = { url, first: 0, seconds, encoding: 'gzip' };
  const overload: Attack = async () => {
    const attack = { paths: long, connections: 20, seconds: seconds + 1, from: ATTACKER, mayBeRefused: true };
    const over = attacker.call('load', { ...common, ...attack });
    return () => over;
  };
  const attacks: readonly (readonly [string, Attack])[] = [
    ['20 connections, limit=1000', overload],
    [`${SOCKETS} sockets with ${REQUESTS_AHEAD} long pages ahead, unread`, () => askAhead(url, long[0]!)],
    [`${SOCKETS} sockets with ${REQUESTS_AHEAD} balances ahead, unread`, () => askAhead(url, balances[0]!)],
  ];
  const askBalances = async (): Promise<number> =>
    (await victim.call('load', { ...common, paths: balances, connections: 1, from: VICTIM })).p50Ms;
  const found: Fairness[] = [];
  for (const [attack, begin] of attacks) {
    const [quiet, attacked, health]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await askBalances());
      const end = await begin();
      const asked = askBalances();
      health.push(await timeMs(async () => (await fetch(`${url}/health`)).text()));
      attacked.push(await asked);
      await end();
    }
    const [{ p50Ms: quietP50Ms }, { p50Ms: attackedP50Ms }] = [percentiles(quiet), percentiles(attacked)];
    found.push({ attack, quietP50Ms, attackedP50Ms, longestHealthMs: Math.round(Math.max(...health)) });
  }
  return found;
}

export function fairnessLine({ attack, quietP50Ms, attackedP50Ms, longestHealthMs }: Fairness): string {
  const ratio = (attackedP50Ms / quietP50Ms).toFixed(1);
  const times = `${attackedP50Ms.toFixed(1)} ms, ${ratio} times those of quiet`;
  return `${attack}: balances of another client ${times}; /health ${longestHealthMs} ms at most`;
}

async function askAhead(url: string, path: string): Promise<() => Promise<void>> {
  const { port, hostname } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let n = 0; n < SOCKETS; n++) {
    const socket = connect({ port: Number(port), host: hostname, localAddress: ATTACKER });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause().write(request.repeat(REQUESTS_AHEAD));
    sockets.push(socket);
  }
  return async () => {
    for (const socket of sockets) socket.destroy();
  };
}
