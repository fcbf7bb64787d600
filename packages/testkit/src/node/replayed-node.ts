/**
 * Nodes as they were recorded: what a real one answered in a sequence of states, served byte for byte. A state cannot be
 * changed by calls: nothing is mined or sent.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { noteSuite, skip } from '../machine.js';
import { callNode, RpcClient } from './rpc.js';

const BESIDE_THE_CLONE = fileURLToPath(new URL('../../../../../shared/recordings', import.meta.url));
const SERVER = 'replay-node.mjs';

/** Recordings by chain. Nodes of the bitcoind family want credentials. */
const RECORDINGS = {
  bch: { software: 'Bitcoin Cash Node', auth: 'indexer:regtest' },
  doge: { software: 'Dogecoin Core', auth: 'indexer:regtest' },
  arb: { software: 'Nitro', auth: undefined },
} as const;
export type RecordedChain = keyof typeof RECORDINGS;

export interface RecordedState {
  /** "S0" */
  readonly name: string;
  /** Sentence on what happened before it. */
  readonly about: string;
  readonly height: number;
  readonly hash: string;
}

/** Exports of the server beside the recordings. */
interface ReplayServer {
  startReplay(path: string, options: { port?: number; state?: string; auth?: string | undefined }): Promise<Replay>;
}

interface Replay {
  readonly url: string;
  readonly replay: {
    readonly recording: { readonly states: readonly RecordedState[]; readonly keys: ReadonlyMap<string, unknown> };
    /** The answer to it in the state that the node is in. */
    keyed(key: string): readonly [status: number, type: string, body: string, isBase64?: 1] | undefined;
    readonly missing: readonly { readonly state: string; readonly request: string }[];
    down: boolean;
  };
  change(state: string): void;
  stop(): Promise<void>;
}

export interface RecordedCall {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly error: { readonly code: number; readonly message: string } | null;
}

export interface Recording {
  readonly chain: RecordedChain;
  /** Starts a node of its own, by default in the first state. */
  start(state?: string): Promise<ReplayedNode>;
  /** Truth of every address in each state, by the node's own decoded answers. */
  truth<T>(): Promise<T>;
}

/**
 * For suites that follow a recorded node. A machine without the recording skips them, with a sentence.
 * @throws Error when `RECORDINGS` names a folder that does not have it
 */
export function recordingOrSkip(chain: RecordedChain): Recording | undefined {
  const named = process.env['RECORDINGS'];
  const folder = named ?? BESIDE_THE_CLONE;
  const file = (name: string): string => `${folder}/${name}`;
  const absent = [SERVER, `${chain}.jsonl.gz`, `${chain}.truth.json.gz`].find((name) => !existsSync(file(name)));
  const { software } = RECORDINGS[chain];
  if (absent === undefined) {
    noteSuite('recording', software);
    return {
      chain,
      start: (state) => ReplayedNode.start(chain, folder, state),
      truth: async () =>
        JSON.parse((await promisify(gunzip)(await readFile(file(`${chain}.truth.json.gz`)))).toString()),
    };
  }
  if (named !== undefined) throw new Error(`RECORDINGS names ${named}, where ${absent} is not there.`);
  return skip(`no recording of ${software} is at ${file(absent)}: name the folder of recordings in RECORDINGS.`);
}

/** Nobody asked the real nodes for these. Whoever asks for fees does without an answer. */
const NEVER_RECORDED = /"method":"estimate(?:smart)?fee"/;

export class ReplayedNode {
  /** For the indexer, with credentials where the node wants some. */
  readonly rpcUrl: string;
  readonly states: readonly RecordedState[];
  readonly #replay: Replay;
  readonly #chain: RecordedChain;

  private constructor(chain: RecordedChain, replay: Replay) {
    const { auth } = RECORDINGS[chain];
    this.rpcUrl = auth === undefined ? replay.url : replay.url.replace('//', `//${auth}@`);
    this.states = replay.replay.recording.states;
    this.#replay = replay;
    this.#chain = chain;
  }

  static async start(chain: RecordedChain, folder: string, state?: string): Promise<ReplayedNode> {
    const { startReplay } = (await import(pathToFileURL(`${folder}/${SERVER}`).href)) as ReplayServer;
    const { auth } = RECORDINGS[chain];
    const options = { auth, ...(state !== undefined && { state }) };
    return new ReplayedNode(chain, await startReplay(`${folder}/${chain}.jsonl.gz`, options));
  }

  /** Calls a method. Of the bitcoind family, numbers with decimals are answered as strings. @throws RpcFailure */
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return this.#chain === 'arb'
      ? callNode<T>(this.rpcUrl, method, params)
      : new RpcClient(this.rpcUrl).call<T>(method, ...params);
  }

  /** The node is in another state at once; its long polls answer. */
  change(state: string): RecordedState {
    this.#replay.change(state);
    return this.states.find(({ name }) => name === state)!;
  }

  /** Drops every connection until {@link connect}. */
  disconnect(): void {
    this.#replay.replay.down = true;
  }

  connect(): void {
    this.#replay.replay.down = false;
  }

  /** Calls of these methods as they were made of the real node in this state, and its answers. */
  *recordedCalls(methods: readonly string[]): Generator<RecordedCall> {
    const { recording, keyed } = this.#replay.replay;
    for (const key of recording.keys.keys()) {
      const [method = ''] = key.split(' ', 1);
      const answer = methods.includes(method) ? keyed.call(this.#replay.replay, key) : undefined;
      if (answer === undefined) continue;
      const { error } = JSON.parse(answer[2]) as { error: RecordedCall['error'] };
      yield { method, params: JSON.parse(key.slice(method.length)), error };
    }
  }

  /** @throws Error where it was asked for something that the recording does not have */
  async stop(): Promise<void> {
    await this.#replay.stop();
    const missing = this.#replay.replay.missing
      .filter(({ request }) => !NEVER_RECORDED.test(request))
      .map(({ state, request }) => `in ${state}: ${request}`);
    if (missing.length > 0) throw new Error(`the recording of ${this.#chain} does not have\n${missing.join('\n')}`);
  }
}
