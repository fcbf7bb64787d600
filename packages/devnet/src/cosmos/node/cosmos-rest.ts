/** The Cosmos SDK's REST server, as far as balances and names need it (cosmos-sdk x/bank, thornode x/thorchain). */
import type { Json } from '../../node/decimal-json.js';
import type { Coin } from '../bank.js';
import { blockJson, type JsonRecord, writeAnswer } from './answers.js';
import { executedHeight, type NodeParts } from './node-parts.js';

export interface RestAnswer {
  readonly status: number;
  readonly body: string;
  /** Height of the state that was asked; null where it failed. */
  readonly height: number | null;
}

class RestError extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Resources with one name for the path, for the list in the answer, and for faults. */
const LISTS: Readonly<Record<string, (parts: NodeParts, height: number, of: string) => Json[]>> = {
  balances: ({ chain }, height, address) => chain.bank.coins(address, height).map(coinJson),
  supply: ({ chain }, height) => chain.bank.supply(height).map(coinJson),
  denom_owners({ chain, dialect }, height, denom) {
    // Since cosmos-sdk 0.46.
    if (dialect === 'base64') throw new RestError(501, 12, 'Not Implemented');
    const all = [...chain.bank.balances(height)];
    const owners = all.filter(([, coins]) => coins.has(denom));
    return owners.map(([address, coins]) => ({ address, balance: coinJson([denom, coins.get(denom) ?? 0n]) }));
  },
  accounts({ chain }, height) {
    const addresses = [...chain.bank.balances(height).keys()];
    return addresses.map((address) => ({ '@type': '/cosmos.auth.v1beta1.BaseAccount', address }));
  },
};
const PATHS = [
  /^\/cosmos\/(?:bank|auth)\/v1beta1\/(balances|supply|denom_owners|accounts)(?:\/(.+))?$/,
  /^\/cosmos\/base\/tendermint\/v1beta1\/blocks\/(latest)$/,
  /^\/(?:thorchain\/thor|mayachain\/maya)(name)\/(.+)$/,
];

/** @returns the name under which faults strike and calls are counted, and what is asked about; null where nothing is served */
export function resourceOf(path: string): { readonly name: string; readonly of: string } | null {
  for (const pattern of PATHS) {
    const [, name, of = ''] = pattern.exec(path) ?? [];
    if (name !== undefined) return { name: `rest/${name}`, of: decodeURIComponent(of) };
  }
  return null;
}

/** @param height as the `x-cosmos-block-height` header asks for it; null for the newest */
export function answerRest(parts: NodeParts, url: URL, height: number | null, isWarmingUp: boolean): RestAnswer {
  const { dialect, faults } = parts;
  try {
    const resource = resourceOf(url.pathname);
    if (resource === null) throw new RestError(501, 12, 'Not Implemented');
    const { name, of } = resource;
    if (isWarmingUp || faults.draw(name, 'warming-up')) {
      const program = dialect === 'plain' ? 'thornode' : 'mayanode';
      throw new RestError(500, 2, `${program} is not ready; please wait for first block`);
    }
    const tip = executedHeight(parts);
    const at = height ?? tip;
    if (at > tip) {
      const reason = 'cannot query with height in the future; please provide a valid height: invalid height';
      throw new RestError(500, 2, reason);
    }
    if (at < parts.state.earliest || faults.draw(name, 'missing-state')) {
      const reason = `failed to load state at height ${at}; version does not exist (latest height: ${tip})`;
      throw new RestError(500, 2, `${reason}: invalid request`);
    }
    return { status: 200, body: writeAnswer(dialect, answer(parts, url, name, of, at)), height: at };
  } catch (cause) {
    if (!(cause instanceof RestError)) throw cause;
    const { code, message, status } = cause;
    // mayanode answers about names with a server of its own.
    const isOld = status === 404;
    const body = writeAnswer(dialect, isOld ? { error: message } : { code, message, details: [] });
    return { status, body, height: null };
  }
}

function answer(parts: NodeParts, url: URL, name: string, of: string, height: number): JsonRecord {
  if (name === 'rest/name') return nameJson(parts, of, height);
  if (name === 'rest/latest') return blockJson(parts.chain.block(parts.chain.height));
  const list = name.slice('rest/'.length);
  return paged(url.searchParams, list, LISTS[list]?.(parts, height, of) ?? []);
}

function nameJson({ chain, dialect }: NodeParts, name: string, height: number): JsonRecord {
  const address = chain.script.resolveName?.(name, height) ?? null;
  const [what, home] = dialect === 'plain' ? ['THORName', 'THOR'] : ['MAYAName', 'MAYA'];
  if (address === null) {
    const reason = `fail to fetch ${what}: 2 errors occurred:\n\t* internal error\n\t* ${what} doesn't exist: ${name}\n\n`;
    if (dialect === 'base64') throw new RestError(404, 2, `rpc error: code = Unknown desc = ${reason}`);
    throw new RestError(500, 2, `${reason}: unknown request`);
  }
  return { name, owner: address, aliases: [{ chain: home as string, address }] };
}

/** Keys are opaque to callers: here, the place in the list. */
function paged(query: URLSearchParams, list: string, items: readonly Json[]): JsonRecord {
  const limit = Number(query.get('pagination.limit') ?? items.length);
  const from = Number(Buffer.from(query.get('pagination.key') ?? '', 'base64').toString());
  const next = from + limit < items.length ? Buffer.from(String(from + limit)).toString('base64') : null;
  return { [list]: items.slice(from, from + limit), pagination: { next_key: next, total: '0' } };
}

function coinJson([denom, amount]: Coin): JsonRecord {
  return { denom, amount: amount.toString() };
}
