/**
 * A real thornode or mayanode with one validator. It begins with a scenario of its own regression tests, a block every other second, and
 * goes on by itself from there, at the pace it is started with.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../machine.js';
import { waitFor } from '../wait.js';
import { NodeProgram } from './node-program.js';
import { callNode } from './rpc.js';

const PROGRAMS = {
  thornode: { scenarios: 'thor', home: '.thornode' },
  mayanode: { scenarios: 'maya', home: '.mayanode' },
} as const;
export type CosmosProgram = keyof typeof PROGRAMS;

/** Ports that the scenario runner adds its offset to. */
const PORTS = { rpc: 26_657, rest: 1317, p2p: 27_000, ebifrost: 50_051, gate: 8080 } as const;
/** In the place of `ebifrost`, which connections of anybody may have by the time of a restart. */
const OWN_EBIFROST = 15_000;
/** All other ports then lie below those that the system gives to connections. */
const OFFSETS = { first: 1000, count: 4500 } as const;
/**
 * The work of a scenario between blocks has to be done before the next one begins: then it starts over, with another
 * chain.
 */
const SECONDS_PER_BLOCK = 2;
const SCENARIO_TIMEOUT_MS = 150_000;
const CALL_TIMEOUT_MS = 30_000;
const run = promisify(execFile);

/** `<n>ms` between blocks; `never`: one more block, and none after it. */
export type BlockPace = `${number}ms` | 'never';

export interface CosmosScenario {
  readonly program: CosmosProgram;
  readonly binary: string;
  /** A file of the regression tests: `suites/send/send.yaml`. */
  readonly scenario: string;
  /** Offset of its ports: that of a node whose place it takes. Default: where all are free. */
  readonly offset?: number;
}

export class CosmosNode extends NodeProgram {
  readonly name: CosmosProgram;
  /** Offset of its ports. */
  readonly offset: number;
  readonly #binary: string;

  private constructor({ program, binary, scenario }: CosmosScenario, offset: number, folder: string) {
    super(folder, {
      name: `${program} scenario`,
      command: join(dirname(binary), 'cosmos-scenario'),
      args: [PROGRAMS[program].scenarios, scenario, `${offset}`, folder],
      env: { TIME_FACTOR: `${SECONDS_PER_BLOCK}` },
      group: true,
    });
    this.name = program;
    this.offset = offset;
    this.#binary = binary;
    this.spawn();
  }

  /** Begins a scenario and does not wait for it, so that it can be followed from the first block. */
  static async play(scenario: CosmosScenario): Promise<CosmosNode> {
    return new CosmosNode(scenario, scenario.offset ?? (await freeOffset()), await temporaryFolder(scenario.program));
  }

  /** CometBFT's RPC. */
  get rpcUrl(): string {
    return `http://127.0.0.1:${PORTS.rpc + this.offset}`;
  }

  get restUrl(): string {
    return `http://127.0.0.1:${PORTS.rest + this.offset}`;
  }

  /** The `result` of an RPC. @throws RpcFailure */
  rpc<T>(method: string, params: Readonly<Record<string, unknown>> = {}): Promise<T> {
    return callNode<T>(this.rpcUrl, method, params);
  }

  /** @param height state after this block; default: the newest */
  rest<T>(path: string, height?: number): Promise<T> {
    return askRest<T>(this.restUrl, path, height);
  }

  async height(): Promise<number> {
    const { sync_info: sync } = await this.rpc<{ sync_info: { latest_block_height: string } }>('status');
    return Number(sync.latest_block_height);
  }

  async waitForBlocks(count: number): Promise<void> {
    const goal = (await this.height()) + count;
    const isThere = async () => (await this.height()) >= goal;
    await waitFor(isThere, { processes: [this.process], what: `block ${goal} of ${this.name}` });
  }

  /**
   * The program's own command line, with the node's home.
   * @param input what it reads from its standard input
   * @returns the JSON that it prints
   */
  async command<T>(args: readonly string[], input = ''): Promise<T> {
    const running = run(this.#binary, [...args, '--home', this.#home()], { timeout: CALL_TIMEOUT_MS });
    running.child.stdin?.end(input);
    const { stdout, stderr } = await running;
    return JSON.parse(stdout || stderr) as T;
  }

  /** Waits until the scenario is over and its node is down; {@link start} goes on from there. */
  async played(): Promise<void> {
    const scenario = this.process;
    const isOver = () => scenario.exitStatus() !== null;
    await waitFor(isOver, { timeoutMs: SCENARIO_TIMEOUT_MS, what: `${scenario.name} to be over` });
    if (!/^HOLD .* ok=true$/m.test(scenario.output())) throw new Error(`${scenario.name} failed\n${scenario.output()}`);
  }

  /** Starts a node that has {@link played}, was shut down or killed, and waits until it answers with state. */
  override async start(pace: BlockPace = 'never'): Promise<void> {
    const timeout = pace === 'never' ? '1000h' : pace;
    await this.#configure('config.toml', /^(timeout_commit = ).*$/m, timeout);
    // The runner's variable for it counts only while there is no such file.
    await this.#configure('app.toml', /^(\[ebifrost\][^[]*^address = ).*$/m, `127.0.0.1:${OWN_EBIFROST + this.offset}`);
    const lines = (await readFile(join(this.folder, 'home', '0', 'env'), 'utf8')).trim().split('\n');
    // Without its gate it makes blocks by itself; the runner's timeout is in the way of the one above.
    const isOwn = (line: string) => !/^(CREATE_BLOCK_PORT|\w+_TIMEOUT_COMMIT)=/.test(line);
    this.launch = {
      name: this.name,
      command: this.#binary,
      args: ['start', '--log_level', 'error'],
      env: Object.fromEntries(lines.filter(isOwn).map((line) => /^(\w+)=(.*)$/.exec(line)!.slice(1, 3))),
    };
    await super.start();
    // Before its next block a node of Cosmos SDK 0.45 has no state to check transactions with: it refuses all of them.
    if (pace !== 'never') await this.waitForBlocks(1);
  }

  /** It is asked for state: it answers before it has any. */
  protected async probe(): Promise<void> {
    await this.rest('/cosmos/bank/v1beta1/supply');
    if ((await this.height()) === 0) throw new Error('it has no block');
  }

  /** @param setting its first group is what stands before the value */
  async #configure(file: string, setting: RegExp, value: string): Promise<void> {
    const path = join(this.#home(), 'config', file);
    await writeFile(path, (await readFile(path, 'utf8')).replace(setting, `$1"${value}"`));
  }

  #home(): string {
    return join(this.folder, 'home', '0', PROGRAMS[this.name].home);
  }
}

async function freeOffset(): Promise<number> {
  // Files run in processes of their own, beside each other.
  let place = process.pid * 7;
  return waitFor(
    async () => {
      place += 1;
      const offset = OFFSETS.first + (place % OFFSETS.count);
      for (const port of [...Object.values(PORTS), OWN_EBIFROST]) if (!(await isFree(port + offset))) return false;
      return offset;
    },
    { intervalMs: 0, what: 'free ports' },
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Asks an application's REST server. @param height state after this block; default: the newest */
export async function askRest<T>(url: string, path: string, height?: number): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    ...(height !== undefined && { headers: { 'x-cosmos-block-height': `${height}` } }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
