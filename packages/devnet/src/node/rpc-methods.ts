/** The JSON-RPC methods of nodes, in the forms in which the product asks for them. */
import type { UtxoNetwork } from '@chaintrail/chains';
import { displayHash } from '@chaintrail/chains';
import type { Token } from '../utxo/bch/token.js';
import { addressOf } from '../utxo/destination.js';
import { sha256d } from '../utxo/hash.js';
import { isUnspendable, unspentTotals } from '../utxo/ledger.js';
import type { UtxoSimulator } from '../utxo/utxo-simulator.js';
import { bytesWithMweb, type Coin, type Transaction } from '../utxo/utxo-transaction.js';
import type { ChainSource, StoredBlock } from './chain-source.js';
import type { Json } from './decimal-json.js';
import type { NodeDialect } from './dialects.js';
import {
  RPC_DESERIALIZATION_ERROR,
  RPC_INVALID_ADDRESS_OR_KEY,
  RPC_INVALID_PARAMETER,
  RPC_METHOD_NOT_FOUND,
  RPC_MISC_ERROR,
  RpcError,
} from './simulated-server.js';

/** Things that one call may look at. */
export interface RpcContext {
  readonly network: UtxoNetwork;
  readonly dialect: NodeDialect;
  /** The chain as this call sees it, faults included. */
  readonly source: ChainSource;
  /** Null on a node that keeps block bytes only. */
  readonly simulator: UtxoSimulator | null;
  /** Bytes as they are delivered, faults included. */
  readonly deliver: (bytes: Buffer) => Buffer;
  /** Resolves at the next change of the tip, after `timeoutMs` (0: never), or when the node closes. */
  readonly tipChange: (timeoutMs: number) => Promise<void>;
  /** Topics that are published by ZMQ, and where. */
  readonly publications: () => readonly { readonly topic: string; readonly address: string }[];
}

type Params = readonly unknown[];
type RpcMethod = (context: RpcContext, params: Params) => Json | Promise<Json>;

/** @throws RpcError as the method does, or -32601 for one that the node does not have */
export async function callMethod(context: RpcContext, name: string, params: Params): Promise<Json> {
  const method = METHODS.get(name);
  const { lacks, takes } = context.dialect;
  if (!method || lacks.includes(name)) throw new RpcError(RPC_METHOD_NOT_FOUND, 'Method not found');
  if (params.length > (takes?.[name] ?? params.length)) throw new RpcError(RPC_MISC_ERROR, `${name} takes fewer`);
  return await method(context, params);
}

/** getblockchaininfo, also served as /rest/chaininfo.json. */
export function chainInfoJson({ source, network }: RpcContext): Json {
  const { height, hash } = source.tipRef();
  return {
    chain: network.nodeChain,
    blocks: height,
    headers: height,
    bestblockhash: hash,
    verificationprogress: 1,
    initialblockdownload: false,
    pruned: false,
  };
}

/** @throws RpcError -5 when the node does not have the block */
export function requireBlock({ source, simulator, dialect }: RpcContext, hash: unknown): StoredBlock {
  const block = source.block(String(hash));
  // A forged block, which no chain has, is answered for as asked.
  const isStale = block && simulator?.block(block.hash) !== undefined && source.hashAt(block.height) !== block.hash;
  if (block && !(isStale && dialect.forgetsStale)) return block;
  throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block not found');
}

function requireSimulator({ simulator }: RpcContext): UtxoSimulator {
  if (simulator) return simulator;
  throw new RpcError(RPC_MISC_ERROR, 'This node keeps block bytes only: use getblock 0 or REST');
}

function getBlockHash({ source }: RpcContext, [height]: Params): string {
  const hash = source.hashAt(Number(height));
  if (hash === undefined) throw new RpcError(RPC_INVALID_PARAMETER, 'Block height out of range');
  return hash;
}

/** The bytes, or what names the block, with its transactions or their ids. `verbosity` may be a boolean. */
function getBlock(context: RpcContext, [hash, verbosity = 1]: Params): Json {
  const stored = requireBlock(context, hash);
  if (!verbosity) return context.deliver(context.source.raw(stored.hash)).toString('hex');
  // A forged block has no decoded form.
  const block = requireSimulator(context).block(stored.hash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block not found');
  const pools = block.pools && Object.entries(block.pools);
  return {
    hash: stored.hash,
    height: stored.height,
    tx: block.transactions.map((one) => (Number(verbosity) < 2 ? one.id : describe(one, context))),
    valuePools: pools?.map(([id, amount]) => ({ id, chainValueZat: Number(amount) })),
  };
}

/** Counted block by block: a real node keeps the sum with every block, a simulated chain is short. */
function getChainTxStats({ source }: RpcContext): Json {
  let txcount = 0;
  for (let height = source.tipRef().height; height >= 0; height--) {
    txcount += source.block(source.hashAt(height) ?? '')?.transactionCount ?? 0;
  }
  return { txcount };
}

async function waitForNewBlock({ source, tipChange }: RpcContext, [timeoutMs]: Params): Promise<Json> {
  await tipChange(Number(timeoutMs));
  return { ...source.tipRef() };
}

/** With its sequence where that is asked for. */
function getRawMempool(context: RpcContext, [, withSequence]: Params): Json {
  const txids = requireSimulator(context).mempool.ids();
  // It changes with notifications that this node does not publish.
  return withSequence ? { txids, mempool_sequence: 1 } : txids;
}

/** Words of nodes without `txindex`. Those that zebrad has are others, under the same code. */
const NOT_WAITING =
  'No such mempool transaction. Use -txindex to enable blockchain transaction queries. ' +
  'Use gettransaction for wallet transactions.';
const NOT_IN_BLOCK = 'No such transaction found in the provided block. Use gettransaction for wallet transactions.';

/** The genesis block's is in no index of nodes. @throws RpcError */
function found(transaction: Transaction | undefined, code: number, message: string): Transaction {
  if (transaction && transaction.height !== 0) return transaction;
  throw new RpcError(code, message);
}

/** Finds one of the mempool, of the active chain where the node has an index of it, or of a named block. */
function getRawTransaction(context: RpcContext, [id, verbosity, blockHash]: Params): Json {
  const simulator = requireSimulator(context);
  const known = blockHash === undefined ? simulator.transaction(String(id)) : undefined;
  const isFound = known && (!context.dialect.lacksTxIndex || known.height === null || known.outputs.some(isUnspent));
  const transaction =
    blockHash === undefined
      ? found(isFound ? known : undefined, RPC_INVALID_ADDRESS_OR_KEY, NOT_WAITING)
      : inBlock(simulator, String(id), String(blockHash));
  return verbosity ? describe(transaction, context) : context.deliver(bytesWithMweb(transaction)).toString('hex');
}

/** By blocks. */
function isUnspent(coin: Coin): boolean {
  return !isUnspendable(coin) && (coin.spender?.height ?? null) === null;
}

function inBlock(simulator: UtxoSimulator, id: string, blockHash: string): Transaction {
  const block = simulator.block(blockHash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block hash not found');
  const transaction = block.transactions.find((candidate) => candidate.id === id);
  return found(transaction, RPC_INVALID_ADDRESS_OR_KEY, NOT_IN_BLOCK);
}

/**
 * Decodes transactions that the chain or the mempool has, without witnesses: a simulated node reads no bytes of
 * others.
 */
function decodeRawTransaction(context: RpcContext, [hex]: Params): Json {
  const simulator = requireSimulator(context);
  const transaction = simulator.transaction(displayHash(sha256d(Buffer.from(String(hex), 'hex'))));
  return describe(found(transaction, RPC_DESERIALIZATION_ERROR, 'TX decode failed'), context);
}

/** Takes what it has itself, as a node does with what it knows, and refuses all else: it reads no bytes of others. */
function sendRawTransaction(context: RpcContext, [hex]: Params): Json {
  const simulator = requireSimulator(context);
  const id = displayHash(sha256d(Buffer.from(String(hex), 'hex')));
  return found(simulator.transaction(id), RPC_DESERIALIZATION_ERROR, 'TX decode failed').id;
}

/** Describes a transaction: its name, inputs and outputs. */
function describe({ id, kind, inputs, outputs }: Transaction, context: RpcContext): Json {
  return {
    txid: id,
    // The script of a coinbase means nothing to anybody here.
    vin:
      kind === 'coinbase'
        ? [{ coinbase: '' }]
        : inputs.map(({ transaction, vout }) => ({ txid: transaction.id, vout })),
    vout: outputs.map((coin) => ({ ...outputJson(coin, context), n: coin.vout })),
  };
}

/** As Bitcoin Cash Node has it. */
function tokenJson({ category, amount, nft }: Token): { [name: string]: Json } {
  return {
    ...{ category: displayHash(category), amount: `${amount}` },
    ...(nft && { nft: { capability: nft.capability, commitment: nft.commitment.toString('hex') } }),
  };
}

/** Newer nodes name no address for a bare key. */
function outputJson(coin: Coin, { network, dialect }: RpcContext): { [name: string]: Json } {
  const { script, type } = coin.destination;
  const address = addressOf(coin.destination, network) ?? undefined;
  const named = dialect.listsAddresses
    ? { addresses: address === undefined ? undefined : [address] }
    : { address: type === 'pubkey' ? undefined : address };
  const { token } = coin;
  return {
    ...{ value: coin.value, scriptPubKey: { hex: script.toString('hex'), ...named } },
    ...(token && { tokenData: tokenJson(token) }),
  };
}

/** Null for what is spent, or waits itself and was not asked for with the mempool. */
function getTxOut(context: RpcContext, [id, vout, withMempool = true]: Params): Json {
  const simulator = requireSimulator(context);
  const transaction = simulator.transaction(String(id));
  const coin = transaction?.outputs[Number(vout)];
  if (!transaction || !coin || isUnspendable(coin) || transaction.height === 0) return null;
  if (transaction.height === null && !withMempool) return null;
  const { spender } = coin;
  return spender && (withMempool || spender.height !== null) ? null : outputJson(coin, context);
}

function getTxOutSetInfo(context: RpcContext): Json {
  const { count, total } = unspentTotals(requireSimulator(context).blocks);
  const { height, hash } = context.source.tipRef();
  return { height, bestblock: hash, txouts: count, total_amount: total };
}

const METHODS: ReadonlyMap<string, RpcMethod> = new Map<string, RpcMethod>([
  ['getblockchaininfo', chainInfoJson],
  ['getnetworkinfo', ({ dialect: { version, subversion } }) => ({ version, subversion })],
  ['waitfornewblock', waitForNewBlock],
  ['getblockhash', getBlockHash],
  ['getblock', getBlock],
  ['getchaintxstats', getChainTxStats],
  ['getrawmempool', getRawMempool],
  [
    'getmempoolinfo',
    ({ dialect, simulator }) => ({
      ...(dialect.hidesLoading ? {} : { loaded: true }),
      size: simulator?.mempool.ids().length ?? 0,
    }),
  ],
  ['getrawtransaction', getRawTransaction],
  ['decoderawtransaction', decodeRawTransaction],
  ['sendrawtransaction', sendRawTransaction],
  ['gettxout', getTxOut],
  ['gettxoutsetinfo', getTxOutSetInfo],
  ['getzmqnotifications', ({ publications }) => publications().map((each) => ({ ...each, type: `pub${each.topic}` }))],
]);
