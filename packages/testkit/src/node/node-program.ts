/** Real nodes in a folder of their own: started, ended in order or by a kill, and started again on the same data. */
import { removeTemporaryFolder } from '../machine.js';
import { type SpawnCommand, SpawnedProcess } from '../process.js';
import { waitFor } from '../wait.js';
import { callNode } from './rpc.js';

const START_TIMEOUT_MS = 60_000;

export abstract class NodeProgram {
  protected readonly folder: string;
  protected launch: SpawnCommand;
  #process: SpawnedProcess | undefined;

  /** @param command with all ports in it, so that a restarted node is where it was */
  constructor(folder: string, command: SpawnCommand) {
    this.folder = folder;
    this.launch = command;
  }

  /** The one that runs, or ran last. */
  protected get process(): SpawnedProcess {
    return this.#process!;
  }

  /** A call that fails until the node can be used. */
  protected abstract probe(): Promise<unknown>;

  /** Starts the program, and waits for nothing. */
  protected spawn(): SpawnedProcess {
    this.#process = new SpawnedProcess(this.launch);
    return this.#process;
  }

  /** Starts the node, also one that was shut down or killed, and waits until it answers. */
  async start(): Promise<void> {
    const process = this.spawn();
    const answers = (): Promise<true> => this.probe().then(() => true);
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

export async function started<Node extends NodeProgram>(node: Node): Promise<Node> {
  await node.start();
  return node;
}

/** A node of an EVM chain, whichever program it is, whose blocks are made when a test says so. */
export abstract class EvmNode extends NodeProgram {
  readonly rpcUrl: string;
  readonly wsUrl: string;

  /** @param wsPort of subscriptions; by default that of calls */
  constructor(folder: string, command: SpawnCommand, port: number, wsPort = port) {
    super(folder, command);
    this.rpcUrl = `http://127.0.0.1:${port}`;
    this.wsUrl = `ws://127.0.0.1:${wsPort}`;
  }

  /** Calls a method. @throws RpcFailure */
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return callNode<T>(this.rpcUrl, method, params);
  }

  /** Makes `blocks` blocks; pending transactions go into the first. */
  abstract mine(blocks?: number): Promise<void>;

  async height(): Promise<number> {
    return Number(await this.rpc<string>('eth_blockNumber'));
  }

  protected probe(): Promise<unknown> {
    return this.height();
  }
}
