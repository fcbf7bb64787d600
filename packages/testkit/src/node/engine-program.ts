/** Programs that the engine API drives, and what blocks tests ask of them. */
import { join } from 'node:path';
import { SpawnedProcess } from '../process.js';

/** A genesis file of geth. Forks by time (`shanghaiTime` …) choose the versions of the engine API's methods. */
export interface EngineGenesis {
  readonly config: Readonly<Record<string, unknown>> & { readonly chainId: number };
  /** `0x…`, seconds. */
  readonly timestamp: string;
  /** `0x…`, and that of all blocks. */
  readonly gasLimit: string;
  readonly [field: string]: unknown;
}

export interface EngineNodeProgram {
  /** "geth" */
  readonly name: string;
  readonly binary: string;
  readonly genesis: EngineGenesis;
  /** Blocks to begin with, as `geth export` writes them. Proof of work is taken on trust. */
  readonly chainFile?: string;
  /** Further arguments. */
  readonly args?: readonly string[];
  readonly blockSeconds?: number;
  /**
   * Parts of a payload's attributes that the program wants beside Ethereum's, e.g. `transactions` and `gasLimit` of
   * the OP stack. Where it is given, it is also what puts `transactions` of a {@link BlockPlan} into the block.
   */
  readonly attributes?: (block: BlockContext) => Readonly<Record<string, unknown>>;
}

export interface BlockContext {
  readonly number: number;
  readonly timestamp: number;
  readonly plan: BlockPlan;
}

export interface BlockPlan {
  /** Hash of the block below; default: the head. */
  readonly parent?: string;
  /** Raw transactions, in their order, and no others; default: those of the pool. */
  readonly transactions?: readonly string[];
  /** In gwei. Default none; only since Shanghai. */
  readonly withdrawals?: readonly { readonly address: string; readonly gwei: bigint }[];
  readonly feeRecipient?: string;
  /** Further attributes of the payload. */
  readonly attributes?: Readonly<Record<string, unknown>>;
}

export interface BlockRef {
  readonly number: number;
  readonly hash: string;
}

/** A kill loses nothing: Pebble, geth's default, loses its newest writes, and states by path those of the newest blocks. */
export const STORAGE = ['--db.engine', 'leveldb', '--state.scheme', 'hash'] as const;

export interface Ports {
  readonly http: number;
  readonly engine: number;
  /** No peer comes, but geth listens; left to itself, it may take one of the others. */
  readonly peers: number;
}

export function engineArguments(program: EngineNodeProgram, folder: string, ports: Ports): readonly string[] {
  const { genesis, args = [] } = program;
  const flags = {
    datadir: folder,
    networkid: genesis.config.chainId,
    gcmode: 'archive',
    'http.port': ports.http,
    'http.api': 'eth,net,web3,debug,txpool,testing,admin',
    'ws.port': ports.http,
    'ws.api': 'eth,net,web3',
    'authrpc.port': ports.engine,
    'authrpc.jwtsecret': join(folder, 'jwt'),
    port: ports.peers,
    maxpeers: 0,
    syncmode: 'full',
    // Prices of one wei are a test's business, and its pool is gone with it.
    'rpc.txfeecap': 0,
    'txpool.pricelimit': 1,
    'miner.gasprice': 1,
    'txpool.journal': '',
    verbosity: 2,
    'miner.gaslimit': Number(genesis.gasLimit),
  };
  return [
    ...['--http', '--ws', '--nodiscover', '--ipcdisable', ...STORAGE],
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...args,
  ];
}

/** Runs a command of the program to its end. @throws Error where it fails */
export async function runToEnd({ name, binary }: EngineNodeProgram, args: readonly string[]): Promise<void> {
  const command = new SpawnedProcess({ name: `${name} command`, command: binary, args });
  await command.exited();
  if (command.exitStatus() !== 'exit code 0') throw new Error(`${name} ${args.join(' ')}\n${command.output()}`);
}
