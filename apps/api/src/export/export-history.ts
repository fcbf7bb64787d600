/** A whole history, page by page. */
import { FIRST_PART, hasBlock, lookedAtTransfers, type Reader, TooHeavyError } from '@chaintrail/db';
import type { Access, Caller, Cost } from '../access/access.js';
import type { HistoryRequest } from '../families/family.js';
import { readTransaction } from '../families/questions.js';
import { readTxid } from '../families/read-txid.js';
import { nameRoute, routeOf } from '../http/access-log.js';
import type { StreamedAnswer } from '../http/answer.js';
import { beginPieces } from '../http/encode-body.js';
import type { Format } from '../http/input.js';
import { CutOffError, sendChunks } from '../http/send-chunks.js';
import { madeInSlices } from '../http/slices.js';
import type { ListedChain, NamedAddress } from '../read/followed-chain.js';
import type { Tip } from '../read/progress.js';
import { type AnswerSources, readAnswer } from '../read/read-answer.js';
import type { CosmosHistoryTransaction } from '../schemas/cosmos-transaction-schema.js';
import type { EvmHistoryTransaction } from '../schemas/evm-transaction-schema.js';
import type { HistoryTransaction } from '../schemas/transaction-schema.js';
import { type AccountTransfer, csvRows, HEADER, isOwn, isSpoofed } from './csv.js';
import type { ExportTurns } from './export-turns.js';
import { EXPORT_PAGE, mediaTypeOf } from './format.js';

/** Wait for new units of the caller's limit: longer than a minute's window, shorter than what cuts silent sockets. */
const MOST_WAIT_MS = 90_000;
/** Transfers that are read of one transaction: some blocks move hundreds of thousands at once. */
const MOST_TRANSFERS = 10_000;
/** Characters. What a socket takes at once. */
const CHUNK = 65_536;

/** A page of a history. */
interface ReadPage {
  readonly tip: Tip;
  readonly next: string | null;
  readonly transactions: readonly HistoryTransaction[];
}

/** Sources of an export. */
interface ExportServices extends AnswerSources {
  readonly access: Access;
  readonly exports: ExportTurns;
}

export interface ExportParts {
  readonly services: ExportServices;
  readonly followed: ListedChain;
  readonly named: NamedAddress;
  readonly caller: Caller;
  readonly format: Format;
  /** Cost of each page. */
  readonly pageCost: Cost;
  /** Whether transfers are told of that only logs say. */
  readonly withSpoofed: boolean;
  /** @param check is called with what the page was read from, and fails where it does not go on from the page before */
  readonly readPage: (
    sources: AnswerSources,
    request: Pick<HistoryRequest, 'limit' | 'offset' | 'cursor'>,
    check: (db: Reader) => Promise<void>,
  ) => Promise<ReadPage>;
}

/** @throws ProblemError where it cannot begin. What goes wrong later cuts the connection. */
export async function exportHistory(parts: ExportParts): Promise<StreamedAnswer> {
  const { services, caller, format, followed, named } = parts;
  const { exports } = services;
  await exports.requireRoom(caller.client);
  const first = await readPart(parts, undefined, async () => undefined, new AbortController().signal);
  return {
    mediaType: mediaTypeOf(format),
    fileName: `${followed.chain.code}-${named.address.replaceAll(/[^A-Za-z0-9]/g, '-')}.${format}`,
    send: (response) =>
      exports.run(caller.client, () => {
        // It takes as long as its client does, which is nothing to measure pages by.
        nameRoute(response, { path: `${routeOf(response)} (whole)` });
        const encoder = beginPieces(response);
        return sendChunks(response, (gone) => chunksOf(parts, first, () => encoder?.flush(), gone), { encoder });
      }),
  };
}

async function readPart(
  { services, caller, readPage }: ExportParts,
  cursor: string | undefined,
  check: (db: Reader) => Promise<void>,
  gone: AbortSignal,
): Promise<ReadPage> {
  const page = { limit: EXPORT_PAGE, offset: 0, ...(cursor === undefined ? {} : { cursor }) };
  const read = (mostWeight: number | null): Promise<ReadPage> =>
    services.exports.read(caller.client, () => readPage({ ...services, mostWeight }, page, check));
  try {
    return await read(EXPORT_PAGE);
  } catch (error) {
    if (!(error instanceof TooHeavyError)) throw error;
    await services.access.chargeMore(caller, { rows: error.weight, isFurther: true }, MOST_WAIT_MS, gone);
    return read(null);
  }
}

async function* chunksOf(
  parts: ExportParts,
  first: ReadPage,
  flush: () => void,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const { services, caller, format, pageCost } = parts;
  let chunk = format === 'csv' ? HEADER : '';
  for (let page = first; ; ) {
    for (const transaction of page.transactions) {
      chunk += format === 'csv' ? await csvOf(parts, transaction, gone) : `${JSON.stringify(transaction)}\n`;
      if (chunk.length < CHUNK) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
    if (page.next === null) return;
    chunk = '';
    // A next page that takes long is no reason to keep this one.
    flush();
    await services.access.chargeMore(caller, pageCost, MOST_WAIT_MS, gone);
    const { code } = parts.followed.chain;
    const place = placeAfter(page);
    const check = async (db: Reader): Promise<void> => {
      if (!(await hasBlock(db, code, place.height, place.hash)))
        throw new CutOffError('a reorganisation took back blocks that the export had come to');
    };
    page = await readPart(parts, page.next, check, gone);
    gone.throwIfAborted();
  }
}

/**
 * The block that has to be there still for the next page to go on from this one: its last transaction's. Where that has
 * none yet, and where a page is empty, whatever was confirmed then counts.
 */
function placeAfter({ tip, transactions }: ReadPage): { readonly height: number; readonly hash: Buffer } {
  const { blockHeight, blockHash } = transactions.at(-1) ?? { blockHeight: null, blockHash: null };
  const [height, hash] = blockHeight === null || blockHash === null ? [tip.height, tip.hash] : [blockHeight, blockHash];
  return { height, hash: Buffer.from(hash.replace(/^0x/, ''), 'hex') };
}

async function csvOf(parts: ExportParts, transaction: HistoryTransaction, gone: AbortSignal): Promise<string> {
  const { named, followed } = parts;
  if (!('transfers' in transaction)) return csvRows(transaction, named.address, followed.chain.symbol, [], false);
  const { transfers, isCut } = hasOwn(transaction, named.address)
    ? { transfers: transaction.transfers, isCut: false }
    : await readTransfers(parts, transaction, gone);
  const told = parts.withSpoofed ? transfers : transfers.filter((transfer) => !isSpoofed(transfer));
  return csvRows(transaction, named.address, followed.chain.symbol, told, isCut);
}

type AccountHistoryTransaction = EvmHistoryTransaction | CosmosHistoryTransaction;

/** Whether all that the address moved is listed. Its own come first, as far as they were looked at. */
function hasOwn({ transfers, transferCount }: AccountHistoryTransaction, address: string): boolean {
  if (transfers.length === transferCount) return true;
  return transferCount <= lookedAtTransfers(EXPORT_PAGE) && !transfers.every((transfer) => isOwn(transfer, address));
}

/** All that a transaction moved, as far as that is read. */
async function readTransfers(
  { services, followed, caller }: ExportParts,
  { txid, blockHash, transfers, transferCount }: AccountHistoryTransaction,
  gone: AbortSignal,
): Promise<{ transfers: readonly AccountTransfer[]; isCut: boolean }> {
  await services.access.chargeMore(caller, { rows: transferCount }, MOST_WAIT_MS, gone);
  const key = readTxid(followed, txid);
  const { limit } = FIRST_PART;
  const whole = { ...services, mostWeight: null };
  const all: AccountTransfer[] = [];
  for (let offset = 0; offset < Math.min(transferCount, MOST_TRANSFERS); offset += limit) {
    const part = { offset, limit };
    const { transaction: found } = await services.exports.read(caller.client, () =>
      readAnswer(services, followed, (db) => readTransaction(whole, followed, db, key, part)),
    );
    gone.throwIfAborted();
    // It may have come into another block meanwhile; a chain that has the same bytes twice tells of the newest.
    if (!found || !('transfers' in found) || found.blockHash !== blockHash) return { transfers, isCut: true };
    all.push(...(await madeInSlices<AccountTransfer>(found.transfers)));
  }
  return { transfers: all, isCut: all.length < transferCount };
}
