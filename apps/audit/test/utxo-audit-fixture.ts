/** A simulated chain that is indexed, and a node that says of it what real ones say, for audits. */
import {
  addressKeyOfScript,
  type BlockRef,
  type ChainCode,
  type DescribedTransaction,
  decodeUtxoBlock,
  displayHash,
  formatAddress,
  isUnspendable,
  type PlacedUtxoBlock,
  readCashToken,
  requireUtxoChain,
  SHIELDED_POOLS,
  scriptType,
  type UtxoBlock,
  type UtxoChain,
  type UtxoNetwork,
  type UtxoSetInfo,
} from '@chaintrail/chains';
import { becomeOwner, closeSession, type Ledger, openUtxoLedger, type Session } from '@chaintrail/db';
import { serializeBlock, UtxoSimulator } from '@chaintrail/devnet';
import { createChainDatabase, type TestDatabase } from '@chaintrail/testkit';
import type { AuditLimits } from '../src/limits.js';
import { type AuditOptions, runAudit } from '../src/run-audit.js';
import type { UtxoAuditNode } from '../src/utxo/utxo-audit.js';
import { utxoTarget } from '../src/utxo/utxo-target.js';
import { DamagedRows } from './indexed-fixture.js';

/** Less than any chain's own, for what it takes to index and audit blocks that only pay miners. */
export const COINBASE_MATURITY = 10;
const FIRST_BLOCKS = COINBASE_MATURITY + 12;

interface FixtureOptions extends Partial<Omit<AuditOptions, 'target' | 'limits'>> {
  readonly chain?: UtxoChain;
  readonly network?: UtxoNetwork;
  readonly limits?: Partial<AuditLimits>;
}

export class AuditFixture extends DamagedRows {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly simulated: UtxoSimulator;
  /** The node; its answers can be changed. */
  readonly node: { -readonly [Method in keyof UtxoAuditNode]: UtxoAuditNode[Method] };
  private readonly ledger: Ledger<PlacedUtxoBlock>;
  private cursor: BlockRef | null = null;

  private constructor(
    simulated: UtxoSimulator,
    database: TestDatabase,
    session: Session,
    ledger: Ledger<PlacedUtxoBlock>,
  ) {
    super(simulated.options.chain.code, database, session);
    this.chain = simulated.options.chain;
    this.network = simulated.options.network;
    this.simulated = simulated;
    this.ledger = ledger;
    this.node = nodeOf(simulated);
  }

  static async open(code: ChainCode, startHeight = 0): Promise<AuditFixture> {
    const chain = requireUtxoChain(code);
    const network = chain.networks.find(({ name }) => name === 'regtest')!;
    const simulated = new UtxoSimulator({
      ...{ chain, network, seed: 3, startTime: 1_700_000_000, txPerBlock: 10 },
      coinbaseMaturity: COINBASE_MATURITY,
      mwebFromHeight: chain.mweb ? COINBASE_MATURITY + 5 : null,
    });
    for (let n = 0; n < FIRST_BLOCKS; n++) simulated.mine();
    const database = await createChainDatabase({ chain: code, indexed: true });
    const session = (await becomeOwner(database.url, code))!;
    const fixture = new AuditFixture(
      simulated,
      database,
      session,
      await openUtxoLedger(session, chain, network, startHeight),
    );
    await fixture.index();
    await session.query(`UPDATE ${code}.sync_state SET live_since = now(), phase = 'live'`);
    return fixture;
  }

  /** Indexes what was mined since, also after a reorg. */
  async index(): Promise<void> {
    const stored = this.cursor === null ? [] : await this.ledger.blocks(0, this.cursor.height);
    const fork = stored.findLast(({ height, hash }) => this.simulated.blocks[height]?.hash === hash) ?? null;
    const from = fork === null ? this.ledger.historyFrom : fork.height + 1;
    const blocks = this.simulated.blocks.slice(from).map((_, n) => placed(this.simulated, from + n));
    await this.ledger.replaceAfter(this.cursor, fork, blocks);
    this.cursor = blocks.at(-1) ?? fork;
  }

  /** An audit of everything, unless said otherwise. */
  audit({ chain = this.chain, network = this.network, limits, ...options }: FixtureOptions = {}) {
    return runAudit({
      databaseUrl: this.database.url,
      target: utxoTarget(chain, network, this.node),
      scope: 'full',
      sampledBlocks: 20,
      idle: 0,
      signal: new AbortController().signal,
      ...options,
      limits: { standstillMs: 500, pollMs: 20, historyRows: 100, blocks: 25, ...limits },
    });
  }

  override async restore(): Promise<void> {
    Object.assign(this.node, nodeOf(this.simulated));
    await super.restore();
  }

  async close(): Promise<void> {
    await closeSession(this.session);
    await this.database.drop();
  }
}

function decoded(simulated: UtxoSimulator, height: number): UtxoBlock {
  return decodeUtxoBlock(simulated.options.chain, serializeBlock(simulated.blocks[height]!));
}

function placed(simulated: UtxoSimulator, height: number): PlacedUtxoBlock {
  const block = decoded(simulated, height);
  const { hash, parentHash, txCount, size } = block;
  return { height, hash, parentHash, txCount, size, block, spent: null };
}

function nodeOf(simulated: UtxoSimulator): UtxoAuditNode {
  const heightOf = (hash: string) => simulated.blocks.findIndex((block) => block.hash === hash);
  return {
    blockHashAt: async (height) => simulated.blocks[height]?.hash ?? null,
    blockTxids: async (hash) => txidsOf(decoded(simulated, heightOf(hash))),
    describedTransactions: async (txids, hash) => {
      const block = decoded(simulated, heightOf(hash));
      return txids.map((txid) => describe(simulated, block, txid));
    },
    utxoSetInfo: async () => {
      const { utxoCount: count, utxoTotal: total } = simulated.model();
      const { height, hash } = simulated.tip;
      const info = { height, hash, count, total, pools: null, method: 'the simulator' };
      return simulated.options.chain.shielded ? { ...info, ...poolInfo(simulated, total) } : info;
    },
  };
}

/** As zebrad: outputs are not counted, and the transparent pool has also those that no one can spend. */
function poolInfo(simulated: UtxoSimulator, spendable: bigint): Pick<UtxoSetInfo, 'count' | 'total' | 'pools'> {
  const pools = { sprout: 0n, sapling: 0n, orchard: 0n, ironwood: 0n };
  let total = spendable;
  for (const { height } of simulated.blocks) {
    const block = decoded(simulated, height);
    for (const [n, delta] of (block.poolDeltas ?? []).entries()) {
      pools[SHIELDED_POOLS[n % SHIELDED_POOLS.length]!] += delta;
    }
    for (const [o, value] of block.outputValue.entries()) {
      const lost = isUnspendable(block.bytes, block.outputScriptOffset[o]!, block.outputScriptLength[o]!);
      if (lost && height > 0) total += value;
    }
  }
  return { count: null, total, pools };
}

function txidsOf(block: UtxoBlock): string[] {
  return Array.from({ length: block.txCount }, (_, t) => displayHash(block.txids.subarray(32 * t, 32 * t + 32)));
}

function describe({ options }: UtxoSimulator, block: UtxoBlock, txid: string): DescribedTransaction {
  const { chain, network } = options;
  const t = txidsOf(block).indexOf(txid);
  const range = (starts: Uint32Array) => Array.from({ length: starts[t + 1]! - starts[t]! }, (_, n) => starts[t]! + n);
  return {
    txid,
    inputs: range(block.inputStart).map((i) => {
      if (t === 0) return 'coinbase';
      const at = block.inputPrevTxidOffset[i]!;
      return { txid: displayHash(block.bytes.subarray(at, at + 32)), vout: block.inputPrevVout[i]! };
    }),
    outputs: range(block.outputStart).map((o) => {
      const at = block.outputScriptOffset[o]!;
      const script = Buffer.from(block.bytes.subarray(at, at + block.outputScriptLength[o]!));
      const key = addressKeyOfScript(chain, script, 0, script.length);
      // As Bitcoin Core since 22: none for a bare key.
      const addresses = key === null || scriptType(chain, script) === 'pubkey' ? [] : [formatAddress(network, key)];
      const tokenLength = block.outputTokenLength?.[o] ?? 0;
      const token = tokenLength > 0 && readCashToken(block.bytes, at - tokenLength, tokenLength);
      return {
        ...{ value: block.outputValue[o]!, addresses, scriptHex: script.toString('hex') },
        ...(token && { token }),
      };
    }),
  };
}
