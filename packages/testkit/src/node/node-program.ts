/** A real node in a folder of its own: started, ended in order or by a kill, and started again on the same ports and data. */
import { type SpawnCommand, SpawnedProcess } from '../process.js';
import { removeTemporaryFolder } from '../temporary.js';
import { waitFor } from '../wait.js';
import { callEvm, type EvmNode } from './evm-node.js';

const START_TIMEOUT_MS = 60_000;

export abstract class NodeProgram {
  protected readonly folder: string;
  #process: SpawnedProcess | undefined;

  protected constructor(folder: string) {
    this.folder = folder;
  }

  /** The one that runs, or ran last. */
  protected get process(): SpawnedProcess {
    return this.#process!;
  }

  protected abstract command(): SpawnCommand;

  /** A call that fails until the node can be used. */
  protected abstract probe(): Promise<unknown>;

  protected spawn(command: SpawnCommand): void {
    this.#process = new SpawnedProcess(command);
  }

  /** Starts the node, also one that was shut down or killed, and waits until it answers. */
  async start(): Promise<void> {
    this.spawn(this.command());
    const answers = (): Promise<true> => this.probe().then(() => true);
    const { process } = this;
    await waitFor(answers, { timeoutMs: START_TIMEOUT_MS, processes: [process], what: `${process.name} to answer` });
  }

  /** The last lines of the node's own output, for messages. */
  output(): string {
    return this.process.output();
  }

  /** Stops the node in order. Its data stay for {@link start}. */
  shutDown(): Promise<void> {
    return this.process.stop();
  }

  /** Ends the node as a power cut would. What it had not flushed is lost. */
  kill9(): Promise<void> {
    return this.process.kill('SIGKILL');
  }

  /** Stops the node and removes its data. */
  async stop(): Promise<void> {
    await this.shutDown();
    await removeTemporaryFolder(this.folder);
  }
}

/** A {@link NodeProgram} of an account chain. */
export abstract class EvmNodeProgram extends NodeProgram implements EvmNode {
  readonly rpcUrl: string;
  readonly wsUrl: string;

  /** @param wsPort of subscriptions; by default that of calls */
  protected constructor(folder: string, port: number, wsPort = port) {
    super(folder);
    this.rpcUrl = `http://127.0.0.1:${port}`;
    this.wsUrl = `ws://127.0.0.1:${wsPort}`;
  }

  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return callEvm<T>(this.rpcUrl, method, params);
  }

  async height(): Promise<number> {
    return Number(await this.rpc<string>('eth_blockNumber'));
  }

  protected probe(): Promise<unknown> {
    return this.height();
  }
}
