/** The node's mempool as its own JSON tells it, and what it does to addresses. */
import type { Compared } from './compare-utxo.js';
import type { Ledger, LedgerOutput, NodeOutput } from './node-chain.js';

/** What getrawtransaction says. Litecoin lists parts of the MWEB among them: inputs without txid, outputs without value. */
interface MempoolTransaction {
  readonly txid: string;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly (NodeOutput | { readonly value?: undefined })[];
}

interface PendingEntry {
  readonly txids: Set<string>;
  /** Net effect of all of them. */
  delta: bigint;
  /** Outputs that nothing spends, the mempool included, over confirmed and unconfirmed ones. */
  unspent: bigint;
}

export interface PendingLedger {
  /** Ids of the node's mempool, those that touch no address included. */
  readonly txids: ReadonlySet<string>;
  readonly transactions: readonly { readonly txid: string; readonly outputs: readonly LedgerOutput[] }[];
  readonly addresses: ReadonlyMap<string, PendingEntry>;
}

/** @param ledger of the node's tip, where confirmed outputs are found */
export async function readPendingLedger(world: Compared, ledger: Ledger): Promise<PendingLedger> {
  const txids = await world.node.rpc<string[]>('getrawmempool');
  const outputs = new Map<string, readonly LedgerOutput[]>(
    ledger.transactions.map((one) => [one.transaction.txid, one.outputs]),
  );
  const transactions: MempoolTransaction[] = [];
  for (const txid of txids) {
    const transaction = await world.node.rpc<MempoolTransaction>('getrawtransaction', txid, 1);
    transactions.push(transaction);
    outputs.set(txid, await outputsOf(world, transaction));
  }
  const addresses = new Map<string, PendingEntry>();
  const touch = (txid: string, { address, amount }: LedgerOutput, sign: 1n | -1n): void => {
    if (address === null) return;
    const entry = addresses.get(address) ?? { txids: new Set(), delta: 0n, unspent: 0n };
    addresses.set(address, entry);
    entry.txids.add(txid);
    entry.delta += sign * amount;
  };
  for (const { txid, vin } of transactions) {
    for (const output of outputs.get(txid) ?? []) touch(txid, output, 1n);
    for (const input of vin) {
      if (input.txid === undefined || input.vout === undefined) continue;
      const spent = outputs.get(input.txid)?.[input.vout];
      if (!spent) throw new Error(`${txid} spends ${input.txid}:${input.vout}, which the node does not have`);
      touch(txid, spent, -1n);
    }
  }
  for (const [address, entry] of addresses) {
    entry.unspent = (ledger.histories.get(address)?.at(-1)?.balance ?? 0n) + entry.delta;
  }
  return {
    txids: new Set(txids),
    transactions: txids.map((txid) => ({ txid, outputs: outputs.get(txid)! })),
    addresses,
  };
}

function outputsOf(world: Compared, { vout }: MempoolTransaction): Promise<LedgerOutput[]> {
  const transparent = vout.filter((output): output is NodeOutput => output.value !== undefined);
  return Promise.all(transparent.map((output) => world.nodeChain.ledgerOutput(output)));
}
