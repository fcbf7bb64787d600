/** Measures what attacks of one client do to another client. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Cleanup } from '../harness/cleanup.js';
import { LoadClient } from './load-client.js';
import type { Scenario } from './scenarios.js';

const ATTACKER = '127.0.0.1';
const VICTIM = '127.0.0.2';
const ROUNDS = 3;
const LONG_PAGE = 'limit=1000';

/** Milliseconds of the victim's balances, one after the other: quiet and attacked in turns. */
export interface Fairness {
  readonly attack: string;
  readonly quietP50Ms: number;
  readonly attackedP50Ms: number;
  readonly longestHealthMs: number;
}

export interface FairnessOptions {
  readonly url: string;
  readonly scenarios: readonly Scenario[];
  /** Of each measurement. */
  readonly seconds: number;
}

/** @returns nothing where there is no long history, or no address with a balance */
export async function measureFairness(
  { url, scenarios, seconds }: FairnessOptions,
  victim: LoadClient,
  cleanup: Cleanup,
): Promise<Fairness[]> {
  const pathsOf = (name: string): string[] =>
    scenarios.find((scenario) => scenario.name === name)?.requests.map(({ path }) => path) ?? [];
  const balances = pathsOf('balance');
  const long = pathsOf('newest').map((path) => `${path.split('?')[0]}?${LONG_PAGE}`);
  if (balances.length === 0 || long.length === 0) return [];
  const attacker = await LoadClient.start(cleanup);
  const common = { url, first: 0, seconds, encoding: 'gzip' };
  const attacks: readonly (readonly [string, () => Promise<() => Promise<unknown>>])[] = [
    [
      '20 connections, limit=1000',
      async () => {
        const attack = { paths: long, connections: 20, seconds: seconds + 1, from: ATTACKER, mayBeRefused: true };
        const over = attacker.run({ ...common, ...attack });
        return () => over;
      },
    ],
    ['4 sockets with 100 long pages ahead, unread', () => askAhead(url, long[0]!)],
    ['4 sockets with 100 balances ahead, unread', () => askAhead(url, balances[0]!)],
  ];
  const found: Fairness[] = [];
  for (const [attack, begin] of attacks) {
    const [quiet, attacked, health]: number[][] = [[], [], []];
    const askBalances = async (): Promise<number> =>
      (await victim.run({ ...common, paths: balances, connections: 1, from: VICTIM })).p50Ms;
    for (let round = 0; round < ROUNDS; round++) {
      quiet!.push(await askBalances());
      const end = await begin();
      const asked = askBalances();
      health!.push(await timeOfHealth(url));
      attacked!.push(await asked);
      await end();
    }
    found.push({
      attack,
      quietP50Ms: middle(quiet!),
      attackedP50Ms: middle(attacked!),
      longestHealthMs: Math.max(...health!),
    });
  }
  return found;
}

async function timeOfHealth(url: string): Promise<number> {
  const began = performance.now();
  await (await fetch(`${url}/health`)).text();
  return Math.round(performance.now() - began);
}

/** @returns what closes the sockets */
async function askAhead(url: string, path: string): Promise<() => Promise<void>> {
  const { port, hostname } = new URL(url);
  const sockets: Socket[] = [];
  for (let n = 0; n < 4; n++) {
    const socket = connect({ port: Number(port), host: hostname, localAddress: ATTACKER });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.pause().write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: identity\r\n\r\n`.repeat(100));
    sockets.push(socket);
  }
  return async () => {
    for (const socket of sockets) socket.destroy();
  };
}

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
