/** Transaction calls of zebrad (zebra zebra-rpc/src/methods.rs get_raw_mempool, get_raw_transaction, get_tx_out). */

import type { UtxoNetwork } from '@chaintrail/chains';
import type { Json } from '../../node/decimal-json.js';
import type { Params, RpcContext, RpcMethod } from '../../node/dialect.js';
import { requireDetails } from '../../node/rpc-context.js';
import { RPC_INVALID_ADDRESS_OR_KEY, RPC_INVALID_PARAMETER, RpcError } from '../../node/rpc-error.js';
import { mempoolInfoJson } from '../../node/rpc-mempool.js';
import { inputsJson } from '../../node/transaction-json.js';
import type { Coin, Transaction } from '../../utxo/utxo-transaction.js';
import { zcashWire } from '../zcash-wire.js';
import { zec } from './amounts-json.js';
import { booleanParam, integerParam, invalidParams, optionalStringParam, stringParam } from './zebrad-params.js';

/** Not in the order of arrival: the node sorts the ids as text. */
function getRawMempool(context: RpcContext, params: Params): Json {
  if (booleanParam(params, 0, false)) throw invalidParams('The simulated node lists ids alone');
  return [...requireDetails(context).waiting().ids].sort();
}

/** `addresses` is left out for scripts without one: bare keys count among them here. */
function scriptJson({ destination }: Coin, network: UtxoNetwork): Json {
  const address = destination.type === 'pubkey' ? null : zcashWire.addressOf(destination, network);
  return {
    hex: destination.script.toString('hex'),
    type: destination.type,
    addresses: address === null ? undefined : [address],
  };
}

function zebraTransactionJson(transaction: Transaction, network: UtxoNetwork): Json {
  const { id, bytes, outputs } = transaction;
  return {
    txid: id,
    hex: bytes.toString('hex'),
    vin: inputsJson(transaction),
    vout: outputs.map((coin) => ({
      value: zec(coin.value),
      valueZat: Number(coin.value),
      n: coin.vout,
      scriptPubKey: scriptJson(coin, network),
    })),
  };
}

/** Hashes are checked by length and digits; what is wrong with them is not said in the words of bitcoind. */
function hexHash(text: string, code: number): string {
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  const isHex = /^[0-9a-f]*$/i.test(text);
  throw new RpcError(code, isHex ? 'Invalid string length' : 'Invalid character in hex string');
}

function findInBlock(context: RpcContext, id: string, blockHash: string): Transaction {
  const block = requireDetails(context).decoded(blockHash);
  if (!block) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'block not found');
  const transaction = block.transactions.find((candidate) => candidate.id === id);
  if (!transaction) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'txid not found');
  return transaction;
}

function findAnywhere(context: RpcContext, id: string): Transaction {
  const transaction = requireDetails(context).transaction(id);
  if (transaction) return transaction;
  throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Transaction not found in mempool or best chain');
}

function getRawTransaction(context: RpcContext, params: Params): Json {
  const id = hexHash(stringParam(params, 0), RPC_INVALID_ADDRESS_OR_KEY);
  const verbosity = integerParam(params, 1, 0, 255, 0);
  const blockHash = optionalStringParam(params, 2);
  const transaction =
    blockHash === null
      ? findAnywhere(context, id)
      : findInBlock(context, id, hexHash(blockHash, RPC_INVALID_ADDRESS_OR_KEY));
  if (verbosity === 0) return transaction.bytes.toString('hex');
  return zebraTransactionJson(transaction, context.profile.network);
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
  getmempoolinfo: { names: [], run: mempoolInfoJson },
  getrawtransaction: { names: ['txid', 'verbose', 'block_hash'], run: getRawTransaction },
  gettxout: { names: ['txid', 'n', 'include_mempool'], run: getTxOut },
};
