/** Pages of an owner's transactions, exactly 25 where there are as many. */
import { type AddressPage, type AddressPageRequest, readAddressPage, TooHeavyError } from '@chaintrail/db';
import type { ListedUtxoChain } from '../read/followed-chain.js';
import { readRows } from '../read/read-answer.js';
import type { Services } from '../services/open-services.js';
import { PAGE } from './block-routes.js';
import { askAgain } from './esplora-route.js';
import type { Owner } from './owner.js';
import { type LoadedTransaction, loadTransactions } from './transactions.js';

/** Unconfirmed transactions of a page. */
export const PENDING_PAGE = 50;
/** Pages of a history that are gone through where it has many of a bare key, which are none of the address's. */
const MOST_PAGES = 40;

export function findPage(services: Services, followed: ListedUtxoChain, key: Buffer, request: AddressPageRequest) {
  return readRows(services, followed, (db, code) => readAddressPage(db, code, key, request));
}

/** Which transactions: unconfirmed ones behind one of them, and confirmed ones behind one of those. */
export interface PageRequest {
  readonly after?: Buffer;
  readonly limit: number;
  readonly pending: number;
  /** Unconfirmed ones to pass over. */
  readonly skip?: number;
  /** Bound on both kinds together. */
  readonly most?: number;
}

/** @returns unconfirmed ones first, each kind newest first, with the state that they were read at */
export async function loadPage(services: Services, followed: ListedUtxoChain, owner: Owner, request: PageRequest) {
  const { limit, skip = 0, most = Number.POSITIVE_INFINITY } = request;
  if (!owner.key) return { state: owner.state, transactions: [] };
  const { key, script } = owner;
  const first = await findPage(services, followed, key, { ...request, pending: request.pending + skip });
  const { state } = first;
  const load = (places: AddressPage['pending']) => loadOwn(services, followed, script, state, places);
  const loaded = await load([...first.pending.slice(skip), ...first.confirmed]);
  const pending = loaded.filter((each) => each.place.block === null);
  const confirmed = loaded.filter((each) => each.place.block !== null);
  for (let last = first.confirmed.at(-1), pages = 1; confirmed.length < limit; pages++) {
    if (!last || last.seq === 1) break;
    requireAnother(services, pages);
    const page = await findPage(services, followed, key, { from: last.seq - 1, limit, pending: 0 });
    confirmed.push(...(await load(page.confirmed)));
    last = page.confirmed.at(-1);
  }
  return { state, transactions: [...pending, ...confirmed.slice(0, limit)].slice(0, most) };
}

function requireAnother({ mostWeight }: Services, pages: number): void {
  if (mostWeight !== null) throw new TooHeavyError(MOST_PAGES * PAGE);
  if (pages >= MOST_PAGES) throw askAgain('Nearly all transactions here pay a bare key: too many to go through');
}

/** Keeps those that have the owner's script: payments to its public key alone are in the same history. */
async function loadOwn(
  services: Services,
  followed: ListedUtxoChain,
  script: Buffer,
  state: AddressPage['state'],
  places: AddressPage['pending'],
): Promise<LoadedTransaction[]> {
  const loaded = await loadTransactions(services, followed, state, places);
  const hex = script.toString('hex');
  return loaded.filter(
    ({ parts, prevouts }) =>
      parts.outputs.some((output) => output.script.equals(script)) ||
      prevouts.some((output) => output === null || output.script === hex),
  );
}
