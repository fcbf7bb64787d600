/**
 * Cases of the suite of lasting faults. To add some:
 *
 * 1. Write `tests/lasting/<topic>.ts`, which exports an array of {@link LastingCase}.
 * 2. Name it in TOPICS of `tests/lasting-faults.test.ts`.
 *
 * A case names its world (`tests/lasting/worlds.ts`: one node for all cases of a file), a phase and the faults. The
 * runner indexes through a proxy that has them, waits for `lasts`, and checks that every row that is there is one of a
 * straight sync, and that no block from the damaged one on is, unless `stores` says otherwise. Then it ends the faults
 * and waits for the rows of a straight sync.
 */
import type { ChainCode } from '@chaintrail/chains';
import type { DamagedNode, LastingFault, WaitedFor } from '@chaintrail/testkit';

/**
 * - `first sync`: the faults are there from the start; the damaged block is one that the first sync loads.
 * - `live`: the chain is followed to its tip; three blocks follow with the faults, the damaged one first.
 * - `traces`: as `live`, and each block is traced.
 * - `mempool`: as `live`, but that transactions follow, no blocks.
 * - `audit`: the chain is indexed without faults, and audited with them.
 */
type Phase = 'first sync' | 'live' | 'mempool' | 'traces' | 'audit';

export interface WorldBlock {
  readonly height: number;
  /** Without `0x`, in lower case; of Cosmos chains in upper case, as their nodes write it. */
  readonly hash: string;
  /** In the same form. */
  readonly txids: readonly string[];
}

/** A node with a chain that cases share. */
export interface World {
  readonly code: ChainCode;
  /** For calls, with credentials. */
  readonly url: string;
  /** A height that the first sync loads, with transactions and with loaded blocks above it. */
  readonly loaded: number;
  /** Settings of an indexer that follows the node, or a proxy of it, at this URL. */
  settings(url: string): Record<string, string>;
  tip(): Promise<{ readonly height: number; readonly hash: string }>;
  block(height: number): Promise<WorldBlock>;
  /** Adds blocks, each with transactions. */
  grow(blocks: number): Promise<void>;
  /** Lets the mempool have more transactions. */
  pay(transactions: number): Promise<void>;
  close(): Promise<void>;
}

export interface Damage {
  readonly world: World;
  /** The damaged block; of a mempool or an audit, the tip. */
  readonly block: WorldBlock;
  readonly proxy: DamagedNode;
}

export interface Running extends Damage {
  readonly databaseUrl: string;
  readonly settings: Readonly<Record<string, string>>;
  /** None in an audit. */
  readonly indexer: WaitedFor | null;
  /** Rows of an SQL statement. */
  rows<Row extends object>(sql: string): Promise<Row[]>;
}

/** Damage of one block, and what comes of it. */
export interface BlockDamage {
  /** Faults from now on. In an audit they need not be any. */
  faults(damage: Damage): readonly LastingFault[] | Promise<readonly LastingFault[]>;
  /** Conditions to wait for while the faults last. By default, in an audit nothing, else the tip. */
  readonly lasts?: {
    /** Phase in `sync_state`. */
    readonly phase?: string;
    /** The operator's sentence, with block and remedy. */
    readonly reason?: RegExp | ((damage: Damage) => RegExp);
    /** A line of the log. */
    readonly log?: RegExp | ((damage: Damage) => RegExp);
    /** The rows get to the node's tip. */
    readonly tip?: true;
  };
}

export interface LastingCase extends BlockDamage {
  readonly title: string;
  readonly world: string;
  readonly phase: Phase;
  /** Further ones of the indexer. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The same of the blocks above, one each, from the start. Faults of a block end when what it waits for was seen. */
  readonly above?: readonly BlockDamage[];
  /** How far the blocks are stored meanwhile; by default up to the tip where `lasts` names it, else below the damaged block. */
  readonly stores?: 'below' | 'tip' | 'anything';
  /** Further checks while they last; of an audit all of them. */
  during?(running: Running): Promise<void>;
  /** In the place of the comparison with a straight sync, after the end of the faults. */
  after?(running: Running): Promise<void>;
}
