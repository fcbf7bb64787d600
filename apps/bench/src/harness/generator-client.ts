/** The benchmark's end of {@link ../generator-process.ts}. */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BlockRef } from '@chaintrail/chains';
import type { Cleanup } from './cleanup.js';
import type {
  AccountNodeReady,
  AccountNodeStart,
  NodeCalls,
  NodeMessage,
  NodeReady,
  NodeStart,
  ReadAlone,
  UpcomingBlock,
} from './node-messages.js';
import { processorSecondsOf } from './processes.js';

const PROCESS = fileURLToPath(new URL('../generator-process.js', import.meta.url));
const TELL_EVERY_MS = 5_000;

export class GeneratorClient {
  readonly #child: ChildProcess;
  #toldMs = performance.now();

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Generates a chain and serves it. */
  static async start(
    cleanup: Cleanup,
    options: Omit<NodeStart, 'kind'>,
  ): Promise<{ client: GeneratorClient; ready: NodeReady }> {
    const client = await GeneratorClient.#fork(cleanup);
    console.error(`Generating ${options.transactions.toLocaleString('en')} transactions …`);
    const ready = await client.#ask<'start'>({ kind: 'start', ...options });
    console.error(`The node serves ${ready.tip.height + 1} blocks; ${(ready.bytes / 2 ** 20).toFixed(0)} MB are made.`);
    return { client, ready };
  }

  /** Generates an account chain and serves it. */
  static async startAccount(
    cleanup: Cleanup,
    options: Omit<AccountNodeStart, 'kind'>,
  ): Promise<{ client: GeneratorClient; ready: AccountNodeReady }> {
    const client = await GeneratorClient.#fork(cleanup);
    console.error(`Generating ${options.blocks.toLocaleString('en')} blocks …`);
    const ready = await client.#ask<'startAccount'>({ kind: 'startAccount', ...options });
    const counts = `${ready.transactions.toLocaleString('en')} transactions with ${ready.events.toLocaleString('en')} events`;
    console.error(`The node serves ${ready.tip.height} blocks: ${counts}.`);
    return { client, ready };
  }

  static async #fork(cleanup: Cleanup): Promise<GeneratorClient> {
    return new GeneratorClient(await cleanup.fork(PROCESS));
  }

  /** Account chains: the cost of only reading all answers. */
  readAlone(): Promise<ReadAlone> {
    return this.#ask<'readAlone'>({ kind: 'readAlone' });
  }

  upcoming(): Promise<UpcomingBlock> {
    return this.#ask<'upcoming'>({ kind: 'upcoming' });
  }

  /** Makes the upcoming block the tip. */
  reveal(): Promise<BlockRef> {
    return this.#ask<'reveal'>({ kind: 'reveal' });
  }

  async setLongPoll(offered: boolean): Promise<void> {
    await this.#ask<'longPoll'>({ kind: 'longPoll', offered });
  }

  /** Processor time of the node, generating included. */
  processorSeconds(): number | null {
    return processorSecondsOf(this.#child.pid ?? 0);
  }

  #tell(done: number): void {
    if (performance.now() - this.#toldMs < TELL_EVERY_MS) return;
    this.#toldMs = performance.now();
    console.error(`  ${done.toLocaleString('en')}`);
  }

  /** One call at a time. */
  #ask<Kind extends keyof NodeCalls>(request: NodeCalls[Kind]['request']): Promise<NodeCalls[Kind]['answer']> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        this.#child.off('message', onMessage).off('exit', onExit).off('error', reject);
        act();
      };
      const onMessage = (message: NodeMessage): void => {
        if (message.kind === 'progress') this.#tell(message.done);
        else if (message.kind === 'failed') settle(() => reject(new Error(`generated node: ${message.reason}`)));
        else settle(() => resolve(message.value as NodeCalls[Kind]['answer']));
      };
      const onExit = (): void => settle(() => reject(new Error('the generated node has ended')));
      this.#child.on('message', onMessage).on('exit', onExit).on('error', reject);
      this.#child.send(request);
    });
  }
}
