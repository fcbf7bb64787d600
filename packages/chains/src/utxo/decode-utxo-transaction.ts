import { ByteReader } from '../bytes/reader.js';
import type { UtxoChain } from '../chain.js';
import { DecodeError } from '../errors.js';
import { readTransaction } from './read-transaction.js';
import type { UtxoTransactions } from './utxo-block.js';
import { TransactionColumns } from './utxo-columns.js';
import { readZcashTransaction } from './zcash/read-zcash-transaction.js';
import { writeDigestTxid } from './zcash/zcash-txid.js';

/** Behind the version: marker, flags = 8, no inputs, no outputs. */
const MWEB_ONLY = Buffer.from('00080000', 'hex');
/** Without MWEB data (`-rpcserialversion` 1 and 0): version, no inputs, no outputs, lock time. */
const MWEB_ONLY_STRIPPED_BYTES = 10;

/**
 * Decodes one raw transaction, such as one of the mempool, as a list of one.
 *
 * Null for a Litecoin transaction that is entirely inside the MWEB: it has neither inputs nor outputs that show, and is
 * named by its kernel. The weight of one that moves coins into or out of the MWEB lacks what litecoind adds for that.
 *
 * @throws DecodeError when `bytes` is not exactly one transaction.
 */
export function decodeUtxoTransaction(chain: UtxoChain, bytes: Buffer): UtxoTransactions | null {
  if (chain.mweb && isMwebOnly(bytes)) return null;
  const reader = new ByteReader(bytes);
  const columns = new TransactionColumns(chain, bytes, 1);
  const digested = chain.shielded ? readZcashTransaction(reader, columns) : null;
  if (!chain.shielded) readTransaction(reader, { chain, alone: true, tokens: chain.cashTokens }, columns);
  if (reader.remaining > 0) throw new DecodeError(`${reader.remaining} bytes follow the transaction`, reader.at);
  const transactions = columns.finish();
  if (digested !== null) writeDigestTxid(transactions, digested);
  return transactions;
}

/** Whether it is entirely inside the MWEB. Source: litecoin src/primitives/transaction.h SerializeTransaction */
function isMwebOnly(bytes: Buffer): boolean {
  if (bytes.subarray(4, 8).equals(MWEB_ONLY)) return true;
  return bytes.length === MWEB_ONLY_STRIPPED_BYTES && bytes[4] === 0 && bytes[5] === 0;
}
