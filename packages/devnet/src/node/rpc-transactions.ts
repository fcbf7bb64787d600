import { sha256d } from '../sha256.js';
import { displayHash } from '../utxo/hash.js';
import { isUnspendable } from '../utxo/ledger.js';
import { bytesWithMweb, type Transaction } from '../utxo/utxo-transaction.js';
import type { Json } from './decimal-json.js';
import type { Params, RpcContext, RpcMethod } from './dialect.js';
import { booleanParam, hashParam, integerParam, requireDetails } from './rpc-context.js';
import { RPC_DESERIALIZATION_ERROR, RPC_INVALID_ADDRESS_OR_KEY, RpcError } from './rpc-error.js';
import { outputJson, transactionJson } from './transaction-json.js';

/** As a node with -txindex: finds transactions of the mempool, of the active chain, or of a named block. */
function findTransaction(context: RpcContext, id: string, blockHash: string | null): Transaction {
  const details = requireDetails(context);
  const genesis = context.profile.network.genesisHash;
  if (details.decoded(genesis)?.transactions[0]?.id === id) {
    throw new RpcError(
      RPC_INVALID_ADDRESS_OR_KEY,
      'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
    );
  }
  if (blockHash !== null) {
    if (!details.decoded(blockHash)) throw new RpcError(RPC_INVALID_ADDRESS_OR_KEY, 'Block hash not found');
    const inBlock = details.decoded(blockHash)?.transactions.find((transaction) => transaction.id === id);
    if (inBlock) return inBlock;
    throw new RpcError(
      RPC_INVALID_ADDRESS_OR_KEY,
      'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
    );
  }
  const found = details.transaction(id);
  if (found) return found;
  throw new RpcError(
    RPC_INVALID_ADDRESS_OR_KEY,
    'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
  );
}

function getRawTransaction(context: RpcContext, params: Params): Json {
  const id = hashParam(params, 0, 'parameter 1');
  const verbosity = integerParam(params, 1, 0);
  const blockHash = params[2] === undefined || params[2] === null ? null : hashParam(params, 2, 'parameter 3');
  const transaction = findTransaction(context, id, blockHash);
  if (verbosity <= 0) return bytesWithMweb(transaction).toString('hex');
  return transactionJson(transaction, context.profile);
}

/** Of transactions that the chain or the mempool has, without witnesses: a simulated node reads no bytes of others. */
function decodeRawTransaction(context: RpcContext, [hex]: Params): Json {
  const id = displayHash(sha256d(Buffer.from(String(hex), 'hex')));
  const transaction = requireDetails(context).transaction(id);
  if (!transaction) throw new RpcError(RPC_DESERIALIZATION_ERROR, 'TX decode failed');
  return transactionJson(transaction, context.profile);
}

function getTxOut(context: RpcContext, params: Params): Json {
  const transaction = requireDetails(context).transaction(hashParam(params, 0, 'txid'));
  const coin = transaction?.outputs[integerParam(params, 1, 0)];
  const withMempool = booleanParam(params, 2, true);
  if (!transaction || !coin || isUnspendable(coin) || transaction.height === 0) return null;
  if (transaction.height === null && !withMempool) return null;
  const spender = coin.spender;
  if (spender && (withMempool || spender.height !== null)) return null;
  const tip = context.source.tip();
  return {
    bestblock: tip.hash,
    confirmations: transaction.height === null ? 0 : tip.height - transaction.height + 1,
    ...outputJson(coin, context.profile),
    n: undefined,
    coinbase: transaction.kind === 'coinbase',
  };
}

function getTxOutSetInfo(context: RpcContext): Json {
  const { count, total } = requireDetails(context).utxoSet;
  const tip = context.source.tip();
  return { height: tip.height, bestblock: tip.hash, txouts: count, total_amount: total };
}

/** Offered where the dialect says so. */
export const decodeMethod: RpcMethod = { names: ['hexstring'], run: decodeRawTransaction };

export const transactionMethods: Readonly<Record<string, RpcMethod>> = {
  getrawtransaction: { names: ['txid', 'verbosity', 'blockhash'], run: getRawTransaction },
  gettxout: { names: ['txid', 'n', 'include_mempool'], run: getTxOut },
  gettxoutsetinfo: { names: ['hash_type', 'hash_or_height', 'use_index'], run: getTxOutSetInfo },
};
