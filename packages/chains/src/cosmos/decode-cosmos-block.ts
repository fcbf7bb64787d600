import type { BlockRef, ChainCode, CosmosChainNetwork } from '../chain.js';
import { DecodeError } from '../errors.js';
import { readAnswers } from './checked-block.js';
import { readCosmosAddress } from './cosmos-address.js';
import {
  type CosmosBlockAnswers,
  type CosmosEntry,
  type CosmosOpening,
  type CosmosTransfer,
  type DecodedCosmosBlock,
  entryTxid,
} from './cosmos-block.js';
import { markFees, sumOfFees } from './cosmos-fees.js';
import { decodeCosmosTransaction } from './decode-cosmos-transaction.js';
import { readEndEntries } from './end-entries.js';
import { attribute, type CosmosEvent, type TransactionResult } from './events.js';
import { storableText } from './json-text.js';
import { readObservedRefund, readPayouts, readRefund } from './payouts.js';
import { readTransfers } from './transfers.js';

/** Logs of failed transactions have a sentence, and then a stack of it. */
const MAX_LOG_CHARACTERS = 500;
const NO_HASH = '0'.repeat(64);

/**
 * Decodes a block of the Cosmos family from a node's answers.
 * @throws DecodeError naming what is wrong: not the block that was asked for, answers that do not belong together,
 *   movements of coins that cannot be read. The content of transactions is no reason
 */
export function decodeCosmosBlock(
  chainNetwork: CosmosChainNetwork,
  ref: BlockRef,
  answers: CosmosBlockAnswers,
): DecodedCosmosBlock {
  const remedy = resultsRemedy(chainNetwork.chain.code);
  const { header, transactions, events, results } = readAnswers(ref, answers, remedy);
  const entries: CosmosEntry[] = [];
  if (answers.opening !== null) {
    const { transfers, message } = readOpening(chainNetwork, answers.opening);
    const txid = entryTxid(ref.height, 'opening');
    entries.push({ ...NOT_A_TRANSACTION, kind: 'opening', txid, messages: [message], transfers });
  }
  const begin = readTransfers(chainNetwork, events.begin);
  const paidFirst = readPayouts(chainNetwork.network, events.begin);
  if (begin.length > 0 || paidFirst.length > 0) {
    const txid = entryTxid(ref.height, 'begin');
    entries.push({ ...NOT_A_TRANSACTION, kind: 'begin', txid, transfers: begin, payouts: paidFirst });
  }
  for (const [index, { bytes, txid }] of transactions.entries()) {
    entries.push({
      ...transactionEntry(chainNetwork, bytes, txid, events.transactions[index] as TransactionResult),
      txid,
      index,
    });
  }
  for (const [n, entry] of readEndEntries(chainNetwork, events.end).entries()) {
    entries.push({ ...NOT_A_TRANSACTION, kind: 'end', txid: entryTxid(ref.height, 'end', n), ...entry });
  }
  return {
    parentHash: header.last_block_id.hash.toLowerCase() || NO_HASH,
    time: Math.floor(Date.parse(header.time) / 1000),
    size: transactions.reduce((sum, { bytes }) => sum + bytes.length, 0),
    txCount: transactions.length,
    entries,
    results,
  };
}

/** For results of a block that are not whole, as those of a node that was upgraded may be. */
export function resultsRemedy(code: ChainCode): string {
  const variable = (suffix: string): string => `${code.toUpperCase()}_${suffix}`;
  return (
    `restore the node or let it sync anew, or name another one in ${variable('RPC_URL')}; ` +
    `where no node has them whole, ${variable('HEADER_CHECKS')}=off takes them as they are`
  );
}

const NO_REFUND = { inTxid: null, input: null };

const NOT_A_TRANSACTION: Omit<CosmosEntry, 'kind' | 'txid' | 'transfers'> = {
  index: null,
  code: null,
  log: null,
  gasWanted: null,
  gasUsed: null,
  from: null,
  fee: null,
  memo: null,
  messages: [],
  ...NO_REFUND,
  payouts: [],
};

function transactionEntry(
  chainNetwork: CosmosChainNetwork,
  bytes: Buffer,
  txid: Buffer,
  { code, log, gasWanted, gasUsed, events }: TransactionResult,
): Omit<CosmosEntry, 'txid' | 'index'> {
  const transaction = decodeCosmosTransaction(bytes, chainNetwork.network);
  const transfers = transfersOf(chainNetwork, events);
  return {
    kind: 'transaction',
    code,
    log: code === 0 ? readRefund(events) : storableText(log, MAX_LOG_CHARACTERS),
    gasWanted,
    gasUsed,
    ...transaction,
    from: transaction.from ?? firstSigner(chainNetwork, events),
    fee: sumOfFees(transfers),
    ...(code === 0 ? readObservedRefund(txid, events) : NO_REFUND),
    transfers,
    payouts: readPayouts(chainNetwork.network, events),
  };
}

/** Since SDK 0.46 events of messages carry `msg_index`; those of the ante step, where fees are paid, come first. */
function transfersOf(chainNetwork: CosmosChainNetwork, events: readonly CosmosEvent[]): CosmosTransfer[] {
  const first = events.findIndex((event) => attribute(event, 'msg_index') !== undefined);
  const ante = first < 0 ? events : events.slice(0, first);
  const ofMessages = first < 0 ? [] : events.slice(first);
  return [
    ...markFees(chainNetwork.chain, readTransfers(chainNetwork, ante)),
    ...readTransfers(chainNetwork, ofMessages),
  ];
}

/** From the event `tx`: `acc_seq` is `<address>/<sequence>`. Source: cosmos-sdk x/auth/ante/sigverify.go */
function firstSigner({ network }: CosmosChainNetwork, events: readonly CosmosEvent[]): Buffer | null {
  for (const event of events) {
    const [address] = (event.type === 'tx' ? (attribute(event, 'acc_seq') ?? '') : '').split('/');
    if (address !== undefined && address !== '') return readCosmosAddress(network.hrp, address);
  }
  return null;
}

/** Balances before the first indexed block, as the first entry of that block. */
interface Opening {
  readonly transfers: readonly CosmosTransfer[];
  /** The source of the balances, and the denominations that it omits. */
  readonly message: { readonly type: 'opening'; readonly source: string; readonly unknownDenoms: readonly string[] };
}

/**
 * Nodes list balances in any order. The entry sorts them by account and denomination, so equal balances give equal
 * rows.
 * @throws DecodeError for an address of another network
 */
function readOpening(
  { chain, network }: CosmosChainNetwork,
  { source, unknownDenoms, balances }: CosmosOpening,
): Opening {
  const transfers: (CosmosTransfer & { readonly to: Buffer })[] = [];
  for (const [address, coins] of balances) {
    const to = readCosmosAddress(network.hrp, address);
    if (to === null) throw new DecodeError(`the opening balances have an address that is none of ${network.name}`, 0);
    for (const [name, text] of coins) {
      const amount = BigInt(text);
      const denom = name === chain.nativeDenom ? null : name;
      if (amount > 0n) transfers.push({ kind: 'genesis', from: null, to, denom, amount });
    }
  }
  transfers.sort((a, b) => Buffer.compare(a.to, b.to) || compareDenoms(a.denom, b.denom));
  return { transfers, message: { type: 'opening', source, unknownDenoms } };
}

/** The chain's own coin first. */
function compareDenoms(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
