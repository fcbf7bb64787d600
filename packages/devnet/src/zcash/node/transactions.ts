/** Transaction calls of zebrad (zebra zebra-rpc/src/methods.rs get_raw_mempool, get_raw_transaction, get_tx_out). */
import type { Json } from '../../node/decimal-json.js';
import { type Params, type RpcContext, type RpcMethod, requireDetails } from '../../node/rpc-context.js';
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER, RpcError } from '../../node/rpc-error.js';
import type { Block } from '../../utxo/block.js';
import type { Coin, Transaction } from '../../utxo/transaction.js';
import { zec } from './amounts-json.js';
import { booleanParam, integerParam, optionalStringParam, stringParam } from './params.js';
import { scriptJson, type TransactionPlace, zebraTransactionJson } from './transaction-json.js';

function getRawMempool(context: RpcContext, params: Params): Json {
  const { ids, get } = requireDetails(context).waiting();
  // Not in the order of arrival: the node sorts the ids as text.
  if (!booleanParam(params, 0, false)) return [...ids].sort();
  const { mempoolEntry } = context.profile.dialect;
  return Object.fromEntries(
    ids.flatMap((id) => {
      const entry = get(id);
      return entry ? [[id, mempoolEntry(entry)]] : [];
    }),
  );
}

function getMempoolInfo(context: RpcContext): Json {
  return context.profile.dialect.mempoolInfo(requireDetails(context).mempoolTotals());
}

/** Hashes are checked by length and digits; what is wrong with them is not said in the words of bitcoind. */
function hexHash(text: string, code: number): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const isHex = /^[0-9a-f]*$/i.test(text);
  throw new RpcError(code, isHex ? 'Invalid string length' : 'Invalid character in hex string');
}

function placeIn(context: RpcContext, block: Block): TransactionPlace {
  const { source } = context;
  return {
    blockHash: block.hash,
    blockTime: block.time,
    height: block.height,
    confirmations: source.tip().height - block.height + 1,
    inActiveChain: source.hashAt(block.height) === block.hash,
  };
}

interface Found {
  readonly transaction: Transaction;
  readonly block: Block | null;
}

function findInBlock(context: RpcContext, id: string, blockHash: string): Found {
  const block = requireDetails(context).decoded(blockHash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'block not found');
  const transaction = block.transactions.find((candidate) => candidate.id === id);
  if (!transaction) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'txid not found');
  return { transaction, block };
}

function findAnywhere(context: RpcContext, id: string): Found {
  const details = requireDetails(context);
  const transaction = details.transaction(id);
  if (!transaction) {
    throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Transaction not found in mempool or best chain');
  }
  const hash = transaction.height === null ? undefined : context.source.hashAt(transaction.height);
  return { transaction, block: (hash !== undefined && details.decoded(hash)) || null };
}

function getRawTransaction(context: RpcContext, params: Params): Json {
  const id = hexHash(stringParam(params, 0), RPC_INVALID_ADDRESS_OR_KEY);
  const verbosity = integerParam(params, 1, 0, 255, 0);
  const blockHash = optionalStringParam(params, 2);
  const { transaction, block } =
    blockHash === null
      ? findAnywhere(context, id)
      : findInBlock(context, id, hexHash(blockHash, RPC_INVALID_ADDRESS_OR_KEY));
  if (verbosity === 0) return transaction.bytes.toString('hex');
  return zebraTransactionJson(transaction, context.profile.network, block && placeIn(context, block));
}

/** The coin that gettxout shows: unspent in the chain and, if asked for, in the mempool. */
function unspentCoin(context: RpcContext, id: string, vout: number, withMempool: boolean): Coin | null {
  const transaction = requireDetails(context).transaction(id);
  const coin = transaction?.outputs[vout];
  // The genesis block's output never entered the set.
  if (!transaction || !coin || transaction.height === 0) return null;
  if (transaction.height === null && !withMempool) return null;
  const isSpent = coin.spender !== null && (withMempool || coin.spender.height !== null);
  return isSpent ? null : coin;
}

function getTxOut(context: RpcContext, params: Params): Json {
  const id = hexHash(stringParam(params, 0), RPC_INVALID_PARAMETER);
  const coin = unspentCoin(context, id, integerParam(params, 1, 0, 0xffffffff), booleanParam(params, 2, true));
  if (!coin) return null;
  const { height, kind, zcash } = coin.transaction;
  const tip = context.source.tip();
  return {
    bestblock: tip.hash,
    confirmations: height === null ? 0 : tip.height - height + 1,
    value: zec(coin.value),
    scriptPubKey: scriptJson(coin, context.profile.network),
    version: zcash?.version,
    coinbase: kind === 'coinbase',
  };
}

export const zebraTransactionMethods: Readonly<Record<string, RpcMethod>> = {
  getrawmempool: { names: ['verbose'], run: getRawMempool },
  getmempoolinfo: { names: [], run: getMempoolInfo },
  getrawtransaction: { names: ['txid', 'verbose', 'block_hash'], run: getRawTransaction },
  gettxout: { names: ['txid', 'n', 'include_mempool'], run: getTxOut },
};
