/** URLs to try, taken from the API's own index document and printed only if they answer. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CHAINS } from '@chaintrail/chains';

const POLL_MS = 200;
/** The index document keeps its examples for some seconds: those of a chain that has just become live may be late. */
const AGAIN_MS = 2_000;
/** A chain that nobody has paid on has no example. */
const MOST_TRIES = 15;
const REQUEST_MS = 5_000;

/** Where this machine reaches an API that listens on `host`. */
export function localUrl(host: string, port: number): string {
  const everywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1';
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Resolves when the API answers, or the signal fires. */
export async function waitForApi(url: string, signal: AbortSignal): Promise<void> {
  // The documentation needs no database, and stays here when probes have a port of their own.
  while (!signal.aborted && !(await answers(`${url}/docs`))) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The examples of one chain that stand for those of its family; the index document has all. */
const SHOWN_KINDS = new Set(['history', 'balance', 'transaction']);

/** Prints examples that answer: of the first chain of each family that is live, and what is about no chain. */
export class ExamplePrinter {
  private readonly url: string;
  private readonly say: (line: string) => void;
  private readonly printed = new Set<string>();
  private readonly wanted = new Set<string>();
  private last: Promise<void> = Promise.resolve();

  constructor(url: string, say: (line: string) => void) {
    this.url = url;
    this.say = say;
  }

  /** One after the other, chains may become live at once. Never rejects. @param chains codes of those just live */
  print(chains: readonly string[], signal: AbortSignal): Promise<void> {
    for (const chain of chains) this.wanted.add(groupOf(chain));
    this.last = this.last.then(() => this.printWanted(signal));
    return this.last;
  }

  private async printWanted(signal: AbortSignal): Promise<void> {
    const isDone = () => signal.aborted || [...this.wanted].every((group) => this.printed.has(group));
    for (let tries = 1; tries <= MOST_TRIES && !isDone(); tries++) {
      if (tries > 1) await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
      await this.printNew();
    }
  }

  private async printNew(): Promise<void> {
    const all = await readExamples(this.url).catch(() => []);
    const firstOf = new Map(all.map(([name]) => [groupOf(name), chainOf(name)] as const).reverse());
    const fresh = all.filter(([name]) => {
      const [, kind = ''] = name.split(/ (.*)/);
      const group = groupOf(name);
      if (this.printed.has(group) || firstOf.get(group) !== chainOf(name)) return false;
      return chainOf(name) === undefined || SHOWN_KINDS.has(kind);
    });
    if (fresh.length === 0) return;
    const lines = [...fresh, ['more', `${this.url}/`] as const];
    const width = Math.max(...lines.map(([name]) => name.length));
    this.say(`\nTry:\n${lines.map(([name, example]) => `  ${name.padEnd(width)}  ${example}`).join('\n')}\n`);
    for (const [name] of fresh) this.printed.add(groupOf(name));
  }
}

/** @returns the code that an example's name begins with; none where it is about no chain */
function chainOf(name: string): string | undefined {
  const [code] = name.split(' ');
  return CHAINS.find((chain) => chain.code === code)?.code;
}

/** Examples of a family are printed together. What is about no chain has a group of its own. */
function groupOf(name: string): string {
  const code = chainOf(name);
  return CHAINS.find((chain) => chain.code === code)?.family ?? 'all';
}

/** @returns name and URL of every example that answers now, in the order of the index document */
async function readExamples(url: string): Promise<[name: string, url: string][]> {
  const response = await fetch(`${url}/`, { signal: AbortSignal.timeout(REQUEST_MS) });
  const document: unknown = await response.json();
  const { examples } = document as { examples?: Record<string, unknown> };
  const found: [string, string][] = [];
  for (const [name, example] of Object.entries(examples ?? {})) {
    // PUBLIC_URL may not lead back here from this machine; the same path does.
    if (typeof example !== 'string' || !URL.canParse(example, url)) continue;
    const { pathname, search } = new URL(example, url);
    if (await answers(`${url}${pathname}${search}`)) found.push([name, example]);
  }
  return found;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS) });
    // Read to the end, so that the connection can serve the next question and the API can close it when it stops.
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Not listening yet, or too busy: the same as an answer that is no success.
    return false;
  }
}
