/** Divides the time of the API's main thread into parts, by a CPU profile of V8. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Times are microseconds of the monotonic clock.
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  /** Before each sample. */
  readonly timeDeltas: readonly number[];
}

/** Microseconds of the monotonic clock. */
export type Window = readonly [from: number, to: number];

/**
 * By `function file`, the first that matches. A sample belongs to the innermost frame that matches one, so work of Node
 * itself belongs to its caller. V8 counts its own functions as their callers: `JSON.stringify` is `bodyText`,
 * `JSON.parse` is `parseRow`.
 */
const PARTS: readonly (readonly [name: string, frames: RegExp])[] = [
  ['idle', /^\(idle\)/],
  ['garbage collection', /^\(garbage collector\)/],
  ['JSON.stringify', /^bodyText /],
  ['SHA-256 for the ETag', /^weakTag /],
  [
    'compression',
    /node:zlib|node_modules\/(compression|on-headers|negotiator|accepts|compressible)\/|http\/compress\.js/,
  ],
  ['reading rows, JSON.parse', /^parseRow /],
  ['driver', /node_modules\/pg|packages\/db\/dist\/(connection|read\/(replicas|chain-state))/],
  ['address encoding', /packages\/chains\/dist\//],
  ['zod and reading the query', /node_modules\/zod|http\/read-input\.js/],
  ['shaping', /apps\/api\/dist\/(shape|families|handlers|cursor)|packages\/db\/dist\//],
  ['log and metrics', /node_modules\/(pino|sonic-boom|prom-client)|http\/access-log\.js|apps\/api\/dist\/metrics/],
  ['Express and what stands before routes', /node_modules\/|apps\/api\/dist\//],
  ["Node's HTTP", /node:(_http|http|internal\/http)/],
];
/** No frame fits: the event loop, sockets, what is outside of JavaScript. */
const REST = 'event loop and sockets';

/** Shares of the time that is not idle, the largest first. */
export function partsOf(profiles: readonly CpuProfile[], [from, to]: Window): Map<string, number> {
  const spent = new Map<string, number>();
  for (const profile of profiles) {
    const parts = partsByNode(profile);
    let at = profile.startTime;
    profile.samples.forEach((node, index) => {
      const delta = profile.timeDeltas[index]!;
      at += delta;
      const part = parts.get(node)!;
      if (at >= from && at < to && part !== 'idle') spent.set(part, (spent.get(part) ?? 0) + delta);
    });
  }
  const all = [...spent.values()].reduce((sum, each) => sum + each, 0);
  return new Map([...spent].sort((a, b) => b[1] - a[1]).map(([part, time]) => [part, time / all]));
}

function partsByNode({ nodes }: CpuProfile): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parts = new Map<number, string>();
  const visit = (id: number, outer: string): void => {
    const { callFrame, children = [] } = byId.get(id)!;
    const frame = `${callFrame.functionName} ${callFrame.url}`;
    const part = PARTS.find(([, frames]) => frames.test(frame))?.[0] ?? outer;
    parts.set(id, part);
    for (const child of children) visit(child, part);
  };
  visit(nodes[0]!.id, REST);
  return parts;
}

export async function readProfiles(folder: string): Promise<CpuProfile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.cpuprofile'));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as CpuProfile));
}
