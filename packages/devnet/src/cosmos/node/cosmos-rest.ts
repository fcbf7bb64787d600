/** The Cosmos SDK's REST server, as far as balances and names need it (cosmos-sdk x/bank, thornode x/thorchain). */
import { type CosmosChainNetwork, parseAddress } from '@chaintrail/chains';
import type { Coin } from '../bank.js';
import { blockJson, type JsonRecord, writeAnswer } from './answers.js';
import { executedHeight, type NodeParts } from './node-state.js';

export interface RestAnswer {
  readonly status: number;
  readonly body: string;
  /** Of the state that was asked; null where it failed. */
  readonly height: number | null;
}

/** What is asked: a path, its query, and the `x-cosmos-block-height` header. */
export interface RestRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly height: string | null;
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

/** By the path that it begins with: the name under which faults strike and calls are counted. */
const RESOURCES: readonly (readonly [path: string, resource: string])[] = [
  ['/cosmos/bank/v1beta1/balances/', 'balances'],
  ['/cosmos/bank/v1beta1/supply', 'supply'],
  ['/cosmos/bank/v1beta1/denom_owners/', 'denom_owners'],
  ['/cosmos/auth/v1beta1/accounts', 'accounts'],
  ['/cosmos/base/tendermint/v1beta1/blocks/latest', 'latest'],
  ['/thorchain/thorname/', 'name'],
  ['/mayachain/mayaname/', 'name'],
];
/** cosmos-sdk types/query/pagination.go DefaultLimit */
const DEFAULT_LIMIT = 100;

/** Name under which faults strike and calls are counted; null where nothing is served. */
export function resourceOf(path: string): string | null {
  const found = RESOURCES.find(([begin]) => path.startsWith(begin));
  return found ? `rest/${found[1]}` : null;
}

export function answerRest(
  place: CosmosChainNetwork,
  parts: NodeParts,
  request: RestRequest,
  isWarmingUp: boolean,
): RestAnswer {
  const { dialect, faults } = parts;
  try {
    const resource = resourceOf(request.path);
    if (resource === null) throw new RestError(501, 12, 'Not Implemented');
    if (isWarmingUp || faults.draw(resource, 'warming-up')) {
      throw new RestError(
        500,
        2,
        `${place.chain.code === 'rune' ? 'thornode' : 'mayanode'} is not ready; please wait for first block`,
      );
    }
    const height = stateHeight(parts, request);
    if (faults.draw(resource, 'missing-state')) throw missingState(height, executedHeight(parts));
    return { status: 200, body: writeAnswer(dialect, answer(place, parts, request, height)), height };
  } catch (cause) {
    if (!(cause instanceof RestError)) throw cause;
    const { code, message, status } = cause;
    // mayanode answers about names with a server of its own.
    const isOld = status === 404;
    const body = writeAnswer(dialect, isOld ? { error: message } : { code, message, details: [] });
    return { status, body, height: null };
  }
}

function stateHeight(parts: NodeParts, { height }: RestRequest): number {
  const tip = executedHeight(parts);
  const asked = height === null || height === '0' ? tip : Number(height);
  if (!Number.isInteger(asked) || asked < 0) throw new RestError(400, 3, 'invalid height header');
  if (asked > tip) {
    throw new RestError(
      500,
      2,
      'cannot query with height in the future; please provide a valid height: invalid height',
    );
  }
  if (asked < parts.state.earliest) throw missingState(asked, tip);
  return asked;
}

function missingState(height: number, tip: number): RestError {
  const reason = `failed to load state at height ${height}; version does not exist (latest height: ${tip})`;
  return new RestError(500, 2, `${reason}: invalid request`);
}

function answer(place: CosmosChainNetwork, parts: NodeParts, request: RestRequest, height: number): JsonRecord {
  const { chain, dialect } = parts;
  const { bank } = chain;
  const [begin, resource] = RESOURCES.find(([path]) => request.path.startsWith(path)) ?? ['', ''];
  const of = decodeURIComponent(request.path.slice(begin.length));
  switch (resource) {
    case 'balances': {
      requireAddress(place, of);
      const { page, pagination } = paged(request, bank.coins(of, height));
      return { balances: page.map(coinJson), pagination };
    }
    case 'supply': {
      const { page, pagination } = paged(request, bank.supply(height));
      return { supply: page.map(coinJson), pagination };
    }
    case 'denom_owners': {
      // Since cosmos-sdk 0.46.
      if (dialect === 'base64') throw new RestError(501, 12, 'Not Implemented');
      const owners = [...bank.balances(height)].flatMap(([address, coins]) => {
        const amount = coins.get(of);
        return amount === undefined ? [] : [{ address, balance: coinJson([of, amount]) }];
      });
      const { page, pagination } = paged(request, owners);
      return { denom_owners: page, pagination };
    }
    case 'accounts': {
      const { page, pagination } = paged(request, [...bank.balances(height).keys()]);
      const type = '/cosmos.auth.v1beta1.BaseAccount';
      const rest = { pub_key: null, account_number: '1', sequence: '0' };
      return { accounts: page.map((address) => ({ '@type': type, address, ...rest })), pagination };
    }
    case 'latest':
      return blockJson(chain.block(chain.height));
    default:
      return nameJson(parts, of, height);
  }
}

function nameJson({ chain, dialect }: NodeParts, name: string, height: number): JsonRecord {
  const address = chain.script.resolveName?.(name, height) ?? null;
  const [what, coin, home] = dialect === 'plain' ? ['THORName', 'rune', 'THOR'] : ['MAYAName', 'cacao', 'MAYA'];
  if (address === null) {
    const reason = `fail to fetch ${what}: 2 errors occurred:\n\t* internal error\n\t* ${what} doesn't exist: ${name}\n\n`;
    if (dialect === 'base64') throw new RestError(404, 2, `rpc error: code = Unknown desc = ${reason}`);
    throw new RestError(500, 2, `${reason}: unknown request`);
  }
  return {
    name,
    expire_block_height: String(height + 5_256_000),
    owner: address,
    preferred_asset: '.',
    [`affiliate_collector_${coin}`]: '0',
    aliases: [{ chain: home as string, address }],
  };
}

function requireAddress(place: CosmosChainNetwork, text: string): void {
  try {
    parseAddress(place, text);
  } catch {
    const reason = 'rpc error: code = InvalidArgument desc = invalid address: decoding bech32 failed: invalid request';
    throw new RestError(400, 3, reason);
  }
}

/** Keys are opaque to callers: here, the place in the list. */
function paged<Item>({ query }: RestRequest, items: readonly Item[]): { page: Item[]; pagination: JsonRecord } {
  const limit = Number(query.get('pagination.limit') ?? DEFAULT_LIMIT);
  const key = query.get('pagination.key');
  const from =
    key === null ? Number(query.get('pagination.offset') ?? 0) : Number(Buffer.from(key, 'base64').toString());
  const next = from + limit < items.length ? Buffer.from(String(from + limit)).toString('base64') : null;
  const counts = query.get('pagination.count_total') === 'true' || query.size === 0;
  return {
    page: items.slice(from, from + limit),
    pagination: { next_key: next, total: counts ? String(items.length) : '0' },
  };
}

function coinJson([denom, amount]: Coin): JsonRecord {
  return { denom, amount: amount.toString() };
}
