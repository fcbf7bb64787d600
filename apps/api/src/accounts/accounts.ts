/** Accounts that were asked for, within bounded memory. A question about one of them reads what changed since. */
import { createHash } from 'node:crypto';
import {
  type Branch,
  type Descriptor,
  DescriptorError,
  type KeyKind,
  kindsOfExtendedKey,
  parseDescriptor,
  type UtxoChainNetwork,
} from '@chaintrail/chains';
import { type ChainState, type Reader, readUses } from '@chaintrail/db';
import { LRUCache } from 'lru-cache';
import { ProblemError } from '../problem.js';
import type { ListedChain, ListedUtxoChain } from '../read/followed-chain.js';
import type { AnswerSources } from '../read/read-answer.js';
import { Account } from './account.js';
import { refreshAccount } from './refresh-account.js';

export const GAP = { default: 20, most: 1_000 } as const;
/** More transactions are of no person's wallet; an account of so many takes 160 MB. */
const MOST_ROWS = 5_000_000;
const BYTES_PER_ROW = 32;
/** Indexes of a branch that say whether a kind of script is used. */
const PROBED = 20;

/** Which account, as a client names it. */
export interface AccountRequest {
  /** A descriptor, or an extended public key. Never to be logged or said again. */
  readonly descriptor: string;
  /** Kind of an extended key alone; guessed by use where the key's version does not say it. */
  readonly kind?: KeyKind | undefined;
  readonly gap?: number | undefined;
}

/** One that was read up to {@link state}; whoever awaits anything may find it further on. */
export interface OpenAccount {
  readonly state: ChainState;
  readonly account: Account;
  /** For an extended key whose version does not say it: kinds of scripts that are used; null otherwise. */
  readonly kindsInUse: readonly KeyKind[] | null;
}

/** To read one takes 0.3 to 2 ms, and most are asked for again. */
const REMEMBERED_DESCRIPTORS = 256;

export class Accounts {
  readonly #accounts: LRUCache<string, Account>;
  readonly #descriptors = new LRUCache<string, readonly Descriptor[]>({ max: REMEMBERED_DESCRIPTORS });
  readonly #mostRows: number;

  constructor(mostBytes: number) {
    this.#accounts = new LRUCache({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes });
    this.#mostRows = Math.min(MOST_ROWS, Math.floor(mostBytes / 2 / BYTES_PER_ROW));
  }

  /** @throws ProblemError, TooHeavyError */
  async open(
    { mostWeight }: Pick<AnswerSources, 'mostWeight'>,
    followed: UtxoChainNetwork,
    db: Reader,
    request: AccountRequest,
  ): Promise<OpenAccount> {
    const { gap = GAP.default } = request;
    const candidates = this.#candidatesOf(followed, request);
    const accounts = candidates.map((descriptor) => this.#accountOf(followed, descriptor, gap));
    const { account, kindsInUse } =
      accounts.length === 1 ? { account: accounts[0]!, kindsInUse: null } : await mostUsed(followed, db, accounts);
    const options = { followed, db, mostRows: this.#mostRows, mostWeight };
    const turn = account.turn.catch(() => undefined).then(() => refreshAccount(account, options));
    account.turn = turn;
    try {
      return { state: await turn, account, kindsInUse };
    } finally {
      // Its size has changed.
      this.#accounts.set(nameOf(followed, account.descriptor, gap), account);
    }
  }

  #candidatesOf(followed: UtxoChainNetwork, request: AccountRequest): readonly Descriptor[] {
    const { chain, network } = followed;
    const name = digestOf(`${chain.code} ${network.name} ${request.kind ?? ''} ${request.descriptor}`);
    const known = this.#descriptors.get(name) ?? candidatesOf(followed, request);
    this.#descriptors.set(name, known);
    return known;
  }

  #accountOf(followed: UtxoChainNetwork, descriptor: Descriptor, gap: number): Account {
    const name = nameOf(followed, descriptor, gap);
    const known = this.#accounts.get(name);
    if (known) return known;
    const account = new Account(descriptor, gap);
    this.#accounts.set(name, account);
    return account;
  }
}

function nameOf({ chain, network }: UtxoChainNetwork, { text }: Descriptor, gap: number): string {
  return digestOf(`${chain.code} ${network.name} ${gap} ${text}`);
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Digest that cursors of its lists belong to. */
export function accountDigest({ descriptor }: Account): Buffer {
  return createHash('sha256').update(descriptor.text).digest();
}

/** @throws ProblemError on a chain without scripts */
export function requireScripts(followed: ListedChain): ListedUtxoChain {
  if (followed.family === 'utxo') return followed;
  throw new ProblemError(
    'no-descriptors',
    `${followed.chain.name} has no descriptors: its accounts are addresses; ask for each by /addresses/${followed.chain.code}/…`,
  );
}

function candidatesOf(followed: UtxoChainNetwork, { descriptor, kind }: AccountRequest): readonly Descriptor[] {
  const text = descriptor.trim();
  try {
    const kinds = kindsOfExtendedKey(followed, text);
    if (kind !== undefined && kinds === null)
      throw new DescriptorError('malformed', 'kind goes with an extended key alone; a descriptor says it itself');
    const all = kind === undefined && kinds !== null && kinds.length > 1 ? kinds : [kind];
    return all.map((each) => requireAddresses(parseDescriptor(followed, text, each)));
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    const errors = [{ parameter: 'descriptor', message: error.message }];
    // Without its cause: what was given stays out of every log.
    throw new ProblemError(`descriptor-${error.code}`, error.message, { facts: { errors } });
  }
}

function requireAddresses(descriptor: Descriptor): Descriptor {
  const paysNobody = ({ derive }: Branch): boolean => derive(0, 1).every(({ addressKey }) => addressKey === null);
  if (descriptor.branches.every(paysNobody))
    throw new DescriptorError(
      'unsupported',
      'its scripts pay no address (bare multisig and its like), and histories are those of addresses',
    );
  return descriptor;
}

/** The one with the most transactions among its first addresses; the first where none has any. */
async function mostUsed(
  { chain }: UtxoChainNetwork,
  db: Reader,
  accounts: readonly Account[],
): Promise<{ account: Account; kindsInUse: readonly KeyKind[] }> {
  const probed = accounts.map(({ branches }) =>
    branches.flatMap((branch) => {
      while (branch.derived < PROBED && branch.derive(PROBED - branch.derived));
      return branch.between(0, Math.min(PROBED, branch.derived));
    }),
  );
  const uses = await readUses(
    db,
    chain.code,
    probed.flat().map(({ key }) => key),
  );
  let at = 0;
  const counts = probed.map((addresses) => {
    const from = at;
    at += addresses.length;
    return addresses.reduce(
      (sum, _, n) => sum + (uses?.counts[from + n] ?? 0) + Number(uses?.pending[from + n] ?? false),
      0,
    );
  });
  const most = Math.max(...counts);
  return {
    account: accounts[counts.indexOf(most)]!,
    kindsInUse: accounts.flatMap(({ descriptor: { kind } }, n) => (counts[n]! > 0 && kind ? [kind] : [])),
  };
}
