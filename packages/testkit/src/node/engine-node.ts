/** A real geth, or a fork of it, with a genesis of the test's choice and no peers, whose blocks a test makes through the engine API. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transaction } from 'ethers';
import { freePort, temporaryFolder } from '../machine.js';
import { waitFor } from '../wait.js';
import { ENGINE_SECRET, type EngineVersions, engineToken, engineVersions } from './engine-api.js';
import {
  type BlockPlan,
  type BlockRef,
  type EngineNodeProgram,
  engineArguments,
  type Ports,
  runToEnd,
  STORAGE,
} from './engine-program.js';
import { EvmNode, started } from './node-program.js';
import { callNode } from './rpc.js';

/** So long a block waits for the transactions of the pool, which takes them, and leaves old blocks' behind, in the background. */
const POOL_TIMEOUT_MS = 10_000;
/** Transactions that wait for an earlier number of their sender hold up a block no longer than this. */
const GAP_TIMEOUT_MS = 500;
const DEFAULT_BLOCK_SECONDS = 12;
const NO_HASH = `0x${'00'.repeat(32)}`;
const BLOB_TYPE = '0x03';

interface Header extends BlockRef {
  readonly timestamp: number;
}

interface Payload {
  readonly blockHash: string;
  readonly blockNumber: string;
  readonly transactions: readonly string[];
}

interface Envelope {
  readonly executionPayload: Payload;
  readonly executionRequests?: readonly string[];
  readonly parentBeaconBlockRoot?: string;
}

export class EngineNode extends EvmNode {
  readonly #program: EngineNodeProgram;
  readonly #enginePort: number;
  #safe = NO_HASH;
  #finalized = NO_HASH;
  #withdrawals = 0;
  #salt = 0;

  private constructor(program: EngineNodeProgram, folder: string, ports: Ports) {
    super(
      folder,
      { name: program.name, command: program.binary, args: engineArguments(program, folder, ports) },
      ports.http,
    );
    this.#program = program;
    this.#enginePort = ports.engine;
  }

  static async start(program: EngineNodeProgram): Promise<EngineNode> {
    const folder = await temporaryFolder(program.name);
    await writeFile(join(folder, 'jwt'), ENGINE_SECRET);
    await writeFile(join(folder, 'genesis.json'), JSON.stringify(program.genesis));
    const data = [...STORAGE, '--datadir', folder];
    await runToEnd(program, ['init', ...data, join(folder, 'genesis.json')]);
    if (program.chainFile) await runToEnd(program, ['--gcmode', 'archive', ...data, 'import', program.chainFile]);
    const ports = { http: await freePort(), engine: await freePort(), peers: await freePort() };
    return started(new EngineNode(program, folder, ports));
  }

  /** Calls a method of the engine API. @throws RpcFailure */
  engine<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    const authorization = `Bearer ${engineToken()}`;
    return callNode<T>(`http://127.0.0.1:${this.#enginePort}`, method, params, { authorization });
  }

  async mine(blocks = 1): Promise<void> {
    for (let made = 0; made < blocks; made++) await this.build();
  }

  /** Makes one block, which is the head afterwards, also where it is lower than the old one. */
  async build(plan: BlockPlan = {}): Promise<BlockRef> {
    const parent = await this.#header(plan.parent ?? 'latest');
    const number = parent.number + 1;
    const timestamp = parent.timestamp + (this.#program.blockSeconds ?? DEFAULT_BLOCK_SECONDS);
    const versions = engineVersions(this.#program.genesis.config, timestamp);
    const withdrawals = (plan.withdrawals ?? []).map(({ address, gwei }) => ({
      ...{ index: quantity(this.#withdrawals++), validatorIndex: '0x1' },
      ...{ address, amount: quantity(gwei) },
    }));
    const parentBeaconBlockRoot = word(number);
    const attributes: Attributes = {
      timestamp: quantity(timestamp),
      suggestedFeeRecipient: plan.feeRecipient ?? `0x${'fe'.repeat(20)}`,
      ...(versions.hasWithdrawals ? { withdrawals } : {}),
      ...(versions.hasBeaconRoot ? { parentBeaconBlockRoot } : {}),
      ...(versions.hasSlotNumber
        ? { slotNumber: quantity(number), targetGasLimit: this.#program.genesis.gasLimit }
        : {}),
      ...this.#program.attributes?.({ number, timestamp, plan }),
      ...plan.attributes,
    };
    if (plan.parent !== undefined) await this.#choose(versions, parent.hash);
    const isPooled = plan.transactions === undefined || this.#program.attributes !== undefined;
    const envelope = isPooled
      ? await this.#payload(versions, parent.hash, attributes)
      : await this.rpc<Envelope>(
          'testing_buildBlockV1',
          parent.hash,
          this.#salted(attributes),
          plan.transactions,
          null,
        );
    const block = await this.#append(versions, envelope, parentBeaconBlockRoot);
    if (isPooled && attributes['noTxPool'] !== true) await this.#emptyPool();
    return block;
  }

  /** Replaces the newest `depth` blocks by one for each list of raw transactions, as many as there are. */
  async replace(depth: number, blocks: readonly (readonly string[])[]): Promise<void> {
    let parent = (await this.#header(quantity((await this.height()) - depth))).hash;
    for (const transactions of blocks) parent = (await this.build({ parent, transactions })).hash;
  }

  /** Says which blocks are safe and finalized: by height, or none. */
  async finalize({ safe, finalized }: { readonly safe?: number; readonly finalized?: number }): Promise<void> {
    this.#safe = safe === undefined ? NO_HASH : (await this.#header(quantity(safe))).hash;
    this.#finalized = finalized === undefined ? NO_HASH : (await this.#header(quantity(finalized))).hash;
    await this.#chooseLatest();
  }

  /** Makes an earlier block the head, as a consensus client may. What was in later ones waits again. */
  async rewind(height: number): Promise<void> {
    const { hash, timestamp } = await this.#header(quantity(height));
    await this.#choose(engineVersions(this.#program.genesis.config, timestamp), hash);
  }

  /** Takes the newest blocks back, with none in their place (`debug_setHead`). */
  async setHead(height: number): Promise<void> {
    await this.rpc('debug_setHead', quantity(height));
  }

  override async stop(): Promise<void> {
    // Nothing of it is needed any more.
    await this.kill9();
    await super.stop();
  }

  /** Which blocks are safe and finalized it is to be told anew: they may be gone. */
  override start(): Promise<void> {
    [this.#safe, this.#finalized] = [NO_HASH, NO_HASH];
    return super.start();
  }

  /** A payload with everything that waits. It is made in the background, and asking for it ends that: so it is asked again. */
  async #payload(versions: EngineVersions, parent: string, attributes: Attributes): Promise<Envelope> {
    const forced = Array.isArray(attributes['transactions']) ? attributes['transactions'].length : 0;
    const started = performance.now();
    let delayMs = 20;
    const whole = async (): Promise<Envelope | false> => {
      const { pending, queued } = await this.rpc<{ pending: string; queued: string }>('txpool_status');
      const id = await this.#choose(versions, parent, this.#salted(attributes));
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      delayMs = Math.min(delayMs * 2, 500);
      const answer = await this.engine<Envelope | Payload>(`engine_getPayloadV${versions.getPayload}`, id);
      const envelope = 'executionPayload' in answer ? answer : { executionPayload: answer };
      if (attributes['noTxPool'] === true) return envelope;
      if (Number(queued) > 0 && performance.now() - started < GAP_TIMEOUT_MS) return false;
      return envelope.executionPayload.transactions.length === forced + Number(pending) && envelope;
    };
    const what = `${this.#program.name} to put what waits into a block`;
    return waitFor(whole, { timeoutMs: POOL_TIMEOUT_MS, intervalMs: 5, processes: [this.process], what });
  }

  /** The pool forgets what went into a block in the background, and takes nothing of the same account of another kind before. */
  async #emptyPool(): Promise<void> {
    const isEmpty = async () => Number((await this.rpc<{ pending: string }>('txpool_status')).pending) === 0;
    const what = `${this.#program.name} to take what was mined out of its pool`;
    await waitFor(isEmpty, { timeoutMs: POOL_TIMEOUT_MS, intervalMs: 5, processes: [this.process], what });
  }

  /** Payloads of the same attributes are made once: another random number makes them others. */
  #salted(attributes: Attributes): Attributes {
    this.#salt += 1;
    return { prevRandao: word(this.#salt), ...attributes };
  }

  async #append(versions: EngineVersions, envelope: Envelope, beaconRoot: string): Promise<BlockRef> {
    const { executionPayload: payload, executionRequests = [], parentBeaconBlockRoot = beaconRoot } = envelope;
    const hashes = payload.transactions
      .filter((raw) => raw.startsWith(BLOB_TYPE))
      .flatMap((raw) => Transaction.from(raw).blobVersionedHashes ?? []);
    const params = [
      payload,
      ...(versions.hasBeaconRoot ? [hashes, parentBeaconBlockRoot] : []),
      ...(versions.hasRequests ? [executionRequests] : []),
    ];
    const method = `engine_newPayloadV${versions.newPayload}`;
    const { status, validationError } = await this.engine<{ status: string; validationError?: string }>(
      method,
      ...params,
    );
    if (status !== 'VALID') throw new Error(`${this.#program.name}: ${method} says ${status}, ${validationError}`);
    await this.#choose(versions, payload.blockHash);
    return { number: Number(payload.blockNumber), hash: payload.blockHash };
  }

  /** Makes a block the head, and starts a payload on it where there are attributes. @returns the payload's id */
  async #choose(versions: EngineVersions, head: string, attributes: Attributes | null = null): Promise<string | null> {
    const state = { headBlockHash: head, safeBlockHash: this.#safe, finalizedBlockHash: this.#finalized };
    const method = `engine_forkchoiceUpdatedV${versions.forkchoiceUpdated}`;
    const { payloadId, payloadStatus } = await this.engine<{ payloadId: string | null; payloadStatus: object }>(
      method,
      state,
      attributes,
    );
    if (attributes !== null && payloadId === null) {
      throw new Error(`${this.#program.name}: ${method} says ${JSON.stringify(payloadStatus)}`);
    }
    return payloadId;
  }

  async #chooseLatest(): Promise<void> {
    await this.rewind(await this.height());
  }

  /** @param block a hash, a height or a tag */
  async #header(block: string): Promise<Header> {
    const method = block.length === NO_HASH.length ? 'eth_getBlockByHash' : 'eth_getBlockByNumber';
    const found = await this.rpc<{ number: string; hash: string; timestamp: string } | null>(method, block, false);
    if (found === null) throw new Error(`${this.#program.name} has no block ${block}`);
    return { number: Number(found.number), hash: found.hash, timestamp: Number(found.timestamp) };
  }

  /** It takes itself for synchronised when it is told its head. */
  protected override probe(): Promise<void> {
    return this.#chooseLatest();
  }
}

type Attributes = Readonly<Record<string, unknown>>;

function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function word(value: number): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}
