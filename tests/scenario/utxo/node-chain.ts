/** The chain as the node's own JSON tells it, and a small ledger made of it: what the index is compared with. */
import { baseUnits, type RealNode } from '@chaintrail/testkit';

export interface NodeOutput {
  readonly value: string;
  /** zebrad: base units, where `value` has gone through a float. */
  readonly valueZat?: number;
  readonly n: number;
  readonly scriptPubKey: {
    readonly hex: string;
    readonly type: string;
    /** Bitcoin Core since 22. */
    readonly address?: string;
    /** Older software; also lists the keys of a bare multisig. */
    readonly addresses?: readonly string[];
  };
  /** Bitcoin Cash: the CashTokens it holds. */
  readonly tokenData?: object;
}

interface NodeTransaction {
  readonly txid: string;
  /** Not in blocks of Dogecoin Core. */
  readonly hex?: string;
  readonly version: number;
  readonly size: number;
  /** Nodes without segwit do not say it: it is the size. */
  readonly vsize?: number;
  readonly locktime: number;
  readonly vin: readonly { readonly coinbase?: string; readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly NodeOutput[];
  /** zebrad: what leaves the Sapling pool, in base units; a pool that there is not is left out or has 0. */
  readonly valueBalanceZat?: number;
  readonly orchard?: { readonly valueBalanceZat: number };
  readonly ironwood?: { readonly valueBalanceZat: number };
}

export interface NodeBlock {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  readonly weight?: number;
  readonly previousblockhash?: string;
  readonly tx: readonly NodeTransaction[];
}

/** An output with the address it credits, null where the script has none. */
export interface LedgerOutput {
  readonly address: string | null;
  readonly amount: bigint;
  readonly script: string;
  readonly type: string;
  /** Null for no tokens. */
  readonly token: object | null;
}

interface LedgerInput extends LedgerOutput {
  readonly txid: string;
  readonly vout: number;
}

export interface LedgerTransaction {
  readonly block: NodeBlock;
  readonly index: number;
  readonly transaction: NodeTransaction;
  readonly inputs: readonly LedgerInput[];
  readonly outputs: readonly LedgerOutput[];
}

export interface HistoryEntry {
  readonly txid: string;
  readonly height: number;
  readonly delta: bigint;
  readonly balance: bigint;
  readonly received: bigint;
}

export interface Ledger {
  readonly tip: NodeBlock;
  /** Per address, oldest first. */
  readonly histories: ReadonlyMap<string, readonly HistoryEntry[]>;
  /** In chain order, without the genesis block's, whose output was never spendable. */
  readonly transactions: readonly LedgerTransaction[];
  /** Address of every script that has one, by script in hex. */
  readonly addressOfScript: ReadonlyMap<string, string>;
}

/** Scripts that name no single address, by the node's own type. */
const WITHOUT_ADDRESS = new Set(['multisig', 'nulldata', 'nonstandard', 'witness_mweb_hogaddr', 'witness_mweb_pegin']);

/** A ledger's view of a node beside its blocks. */
export interface LedgerNode extends Pick<RealNode, 'rpc'> {
  /** The P2PKH address of a bare key (hex), for nodes that do not derive it. */
  addressOfKey?(key: string): string;
}

type TypeOfOutput = (output: NodeOutput) => string;

export class NodeChain {
  readonly #node: LedgerNode;
  readonly #typeOf: TypeOfOutput;
  readonly #blocks = new Map<string, NodeBlock>();
  readonly #addressOfKey = new Map<string, string>();
  /** By txid: a new tip leaves those of nearly all transactions as they are. */
  readonly #outputs = new Map<string, readonly LedgerOutput[]>();
  #ledger: Ledger | undefined;

  /** @param typeOf what the product calls a script, where the node has another name for it */
  constructor(node: LedgerNode, typeOf: TypeOfOutput = ({ scriptPubKey }) => scriptPubKey.type) {
    this.#node = node;
    this.#typeOf = typeOf;
  }

  async block(hash: string): Promise<NodeBlock> {
    const known = this.#blocks.get(hash);
    if (known) return known;
    const block = await this.#node.rpc<NodeBlock>('getblock', hash, 2);
    this.#blocks.set(hash, block);
    return block;
  }

  /** @returns a block's transactions in hex. Where the node does not say them, they are the last bytes of the block. */
  async rawTransactions({ hash, tx }: NodeBlock): Promise<string[]> {
    if (tx.every(({ hex }) => hex !== undefined)) return tx.map(({ hex }) => hex!);
    const block = Buffer.from(await this.#node.rpc<string>('getblock', hash, false), 'hex');
    let at = block.length - tx.reduce((sum, { size }) => sum + size, 0);
    return tx.map(({ size }) => {
      at += size;
      return block.toString('hex', at - size, at);
    });
  }

  /** Blocks 1 to the node's tip, walked back by hash. */
  async #activeChain(): Promise<NodeBlock[]> {
    const blocks: NodeBlock[] = [];
    let block = await this.block(await this.#node.rpc<string>('getbestblockhash'));
    while (block.height > 0 && block.previousblockhash !== undefined) {
      blocks.push(block);
      block = await this.block(block.previousblockhash);
    }
    return blocks.reverse();
  }

  /** Replays the whole chain: credits by output, debits by spent output. The same object while the tip stays. */
  async ledger(): Promise<Ledger> {
    const best = await this.#node.rpc<string>('getbestblockhash');
    if (this.#ledger?.tip.hash !== best) this.#ledger = await this.#replay();
    return this.#ledger;
  }

  async #replay(): Promise<Ledger> {
    const blocks = await this.#activeChain();
    const tip = blocks.at(-1);
    if (!tip) throw new Error('the node has no block after genesis');
    const transactions: LedgerTransaction[] = [];
    const outputsOf = new Map<string, readonly LedgerOutput[]>();
    const histories = new Map<string, HistoryEntry[]>();
    for (const block of blocks) {
      // All of a block's first: on Bitcoin Cash a transaction may spend what a later one makes.
      for (const { txid, vout } of block.tx) {
        const outputs = this.#outputs.get(txid) ?? (await Promise.all(vout.map((output) => this.ledgerOutput(output))));
        this.#outputs.set(txid, outputs);
        outputsOf.set(txid, outputs);
      }
      for (const [index, transaction] of block.tx.entries()) {
        const outputs = outputsOf.get(transaction.txid)!;
        const inputs = spentOutputs(transaction, outputsOf);
        const entry = { block, index, transaction, inputs, outputs };
        transactions.push(entry);
        appendHistory(histories, entry);
      }
    }
    const addressOfScript = new Map<string, string>();
    for (const { address, script } of [...outputsOf.values()].flat()) {
      if (address !== null) addressOfScript.set(script, address);
    }
    return { tip, histories, transactions, addressOfScript };
  }

  /** An output of a block or of the mempool, as the ledger has it. */
  async ledgerOutput(output: NodeOutput): Promise<LedgerOutput> {
    const { hex } = output.scriptPubKey;
    const type = this.#typeOf(output);
    const amount = output.valueZat === undefined ? baseUnits(output.value) : BigInt(output.valueZat);
    const token = output.tokenData === undefined ? null : { nft: null, ...output.tokenData };
    return { address: await this.#addressOf(output, type), amount, script: hex, type, token };
  }

  async #addressOf({ scriptPubKey }: NodeOutput, type: string): Promise<string | null> {
    const { hex, address, addresses } = scriptPubKey;
    if (WITHOUT_ADDRESS.has(type)) return null;
    const named = address ?? addresses?.[0];
    // Newer nodes name no address for a bare key; the product credits its P2PKH address.
    if (named === undefined && type === 'pubkey' && isKeyPush(hex)) return this.#addressOfBareKey(hex.slice(2, -2));
    return named ?? null;
  }

  async #addressOfBareKey(key: string): Promise<string> {
    const known = this.#addressOfKey.get(key);
    if (known) return known;
    if (this.#node.addressOfKey) return this.#node.addressOfKey(key);
    const { descriptor } = await this.#node.rpc<{ descriptor: string }>('getdescriptorinfo', `pkh(${key})`);
    const [address] = await this.#node.rpc<string[]>('deriveaddresses', descriptor);
    if (!address) throw new Error(`the node derived no address from ${descriptor}`);
    this.#addressOfKey.set(key, address);
    return address;
  }
}

/** Dogecoin Core has names for programs of segwit, which Dogecoin never had. */
export function typeWithoutSegwit({ scriptPubKey: { type } }: NodeOutput): string {
  return type.startsWith('witness_') ? 'nonstandard' : type;
}

/** Dogecoin Core takes any 33 to 65 bytes for a key. Those that are none have no address. */
function isKeyPush(script: string): boolean {
  return /^(210[23]|410[467])/.test(script);
}

function spentOutputs(
  transaction: NodeTransaction,
  outputsOf: ReadonlyMap<string, readonly LedgerOutput[]>,
): LedgerInput[] {
  const inputs: LedgerInput[] = [];
  for (const { txid, vout } of transaction.vin) {
    if (txid === undefined || vout === undefined) continue;
    const spent = outputsOf.get(txid)?.[vout];
    if (!spent) throw new Error(`${transaction.txid} spends ${txid}:${vout}, which the chain does not have`);
    inputs.push({ ...spent, txid, vout });
  }
  return inputs;
}

function appendHistory(histories: Map<string, HistoryEntry[]>, entry: LedgerTransaction): void {
  const credits = sumByAddress(entry.outputs);
  const debits = sumByAddress(entry.inputs);
  for (const address of new Set([...credits.keys(), ...debits.keys()])) {
    const history = histories.get(address) ?? [];
    const last = history.at(-1);
    const credit = credits.get(address) ?? 0n;
    const delta = credit - (debits.get(address) ?? 0n);
    history.push({
      txid: entry.transaction.txid,
      height: entry.block.height,
      delta,
      balance: (last?.balance ?? 0n) + delta,
      received: (last?.received ?? 0n) + credit,
    });
    histories.set(address, history);
  }
}

function sumByAddress(outputs: readonly LedgerOutput[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { address, amount } of outputs) {
    if (address !== null) sums.set(address, (sums.get(address) ?? 0n) + amount);
  }
  return sums;
}
