/** Transactions of Bitcoin and its forks: bytes of the node, outputs that they spend from the index. */
import { type ChainState, readSpentOutputs, type TransactionPlace } from '@chaintrail/db';
import { jsonList, jsonText } from '../esplora/json-text.js';
import { findOutspends } from '../esplora/outspends.js';
import { weightOf } from '../esplora/shape-transaction.js';
import { findPlace, type LoadedTransaction, loadBytes, loadTransactions } from '../esplora/transactions.js';
import type { JsonText } from '../http/rows.js';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readAnswer } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { type BlockbookAnswer, readTxid, transactionNotFound } from './blockbook-route.js';
import { shapeSpecific } from './shape-specific.js';
import { shapeTransaction } from './shape-transaction.js';

const NONE: ReadonlySet<string> = new Set();

interface ListContext {
  readonly state: ChainState;
  readonly own?: ReadonlySet<string>;
  readonly isLight?: boolean;
}

/** @returns a JSON list in the order of the places */
export async function listTransactions(
  services: Services,
  followed: ListedUtxoChain,
  places: readonly TransactionPlace[],
  { state, own = NONE, isLight = false }: ListContext,
): Promise<JsonText> {
  const loaded = await loadTransactions(services, followed, state, places);
  const { spent } = await spentOf(services, followed, state, loaded);
  const shape = (each: LoadedTransaction) =>
    shapeTransaction(followed, each, { height: state.height ?? 0, own, isLight, spent: spent.get(each) ?? null });
  return jsonList(loaded, shape, weightOf);
}

async function spentOf(
  services: Services,
  followed: ListedUtxoChain,
  state: ChainState,
  loaded: readonly LoadedTransaction[],
) {
  const { code } = followed.chain;
  return readAnswer(services, followed, async (db) => {
    const txids = loaded.map(({ parts }) => parts.txid);
    const found = await readSpentOutputs(db, code, txids);
    return { state, spent: new Map(loaded.map((each, n) => [each, found[n]!])) };
  });
}

async function requireFound(services: Services, followed: ListedUtxoChain, txid: string) {
  const hash = readTxid(txid);
  const { state, found } = await findPlace(services, followed, hash);
  if (!found) throw transactionNotFound(hash.toString('hex'));
  return { state, found };
}

/** @param spending whether it is told what spends each output */
export async function transactionByTxid(
  services: Services,
  followed: ListedUtxoChain,
  txid: string,
  spending = false,
): Promise<BlockbookAnswer> {
  const { state, found } = await requireFound(services, followed, txid);
  const [loaded] = await loadTransactions(services, followed, state, [found]);
  const { spent } = await spentOf(services, followed, state, [loaded!]);
  const context = { height: state.height ?? 0, own: NONE, isLight: false, spent: spent.get(loaded!) ?? null };
  const body = shapeTransaction(followed, loaded!, context);
  if (!spending) return { state, body };
  const { outspends } = await findOutspends(services, followed, Buffer.from(found.txid, 'hex'), null);
  return {
    state,
    body: { ...body, vout: body.vout.map((output, n) => ({ ...output, ...spenderOf(outspends?.[n]) })) },
  };
}

function spenderOf(outspend: object | undefined) {
  const { txid, vin, status } = (outspend ?? {}) as {
    readonly txid?: string;
    readonly vin?: number;
    readonly status?: { readonly block_height?: number };
  };
  if (txid === undefined) return {};
  return { spent: true, spentTxId: txid, spentIndex: vin, spentHeight: status?.block_height ?? -1 };
}

export async function rawTransaction(
  services: Services,
  followed: ListedUtxoChain,
  txid: string,
): Promise<BlockbookAnswer & { hex: string }> {
  const { state, found } = await requireFound(services, followed, txid);
  const [bytes] = await loadBytes(services, followed, [found]);
  const hex = bytes!.toString('hex');
  return { state, body: { hex }, hex };
}

/** A node's answer to `getrawtransaction`, as far as the bytes tell. */
export async function specificTransaction(
  services: Services,
  followed: ListedUtxoChain,
  txid: string,
): Promise<BlockbookAnswer> {
  const { state, found } = await requireFound(services, followed, txid);
  const [loaded] = await loadTransactions(services, followed, state, [found]);
  return { state, body: jsonText(shapeSpecific(followed, loaded!, state.height ?? 0)) };
}
