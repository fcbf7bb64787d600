/** Kinds of wrong answers that a call about one block, or one transaction, may have for ever. */
import { isDeepStrictEqual } from 'node:util';
import { type LastingFault, type NodeAnswer, refusal } from '@chaintrail/testkit';
import { BAD, type DamagedWorld, MOST_BYTES } from './damaged-worlds.js';

type Change = LastingFault['change'];
/** @param attempts of the client; one where each takes the time limit */
type Kind = readonly [what: string, change: (world: DamagedWorld, method: string) => Change, attempts?: number];

/** The same call about the block before. */
function ofOtherBlock({ url, hashes }: DamagedWorld, method: string): Change {
  const other = (text: string): string =>
    text
      .replaceAll(hashes[BAD]!, hashes[BAD - 1]!)
      .replaceAll(`"0x${BAD}"`, `"0x${BAD - 1}"`)
      .replaceAll(`"${BAD}"`, `"${BAD - 1}"`)
      .replace(/^\[\d+\]$/, `[${BAD - 1}]`);
  const { username, password, origin } = new URL(url);
  const headers = { authorization: `Basic ${btoa(`${username}:${password}`)}`, 'content-type': 'application/json' };
  return async (_answer, params) => {
    if (method.startsWith('/')) {
      const answer = await fetch(`${origin}${method}${hashes[BAD - 1]}.bin`, { headers });
      return { result: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
    }
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${other(JSON.stringify(params))}}`;
    const answer = await fetch(origin, { method: 'POST', headers, body });
    return { result: ((await answer.json()) as NodeAnswer).result };
  };
}

function empty(result: unknown): unknown {
  if (Array.isArray(result)) return [];
  return typeof result === 'string' ? '' : {};
}

/** The last of its transactions, receipts, results, headers or bytes is not there. */
function short(result: unknown): unknown {
  if (Array.isArray(result) || typeof result === 'string') return result.slice(0, -1);
  if (typeof result !== 'object' || result === null) return result;
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => {
      if (/^(transactions|txs|txs_results|block_metas)$/.test(name)) return [name, (value as unknown[]).slice(0, -1)];
      return [name, /^(block|data)$/.test(name) ? short(value) : value];
    }),
  );
}

const REFUSALS: Readonly<Record<DamagedWorld['family'], () => NodeAnswer>> = {
  utxo: refusal(-1, "Can't read block from disk"),
  evm: refusal(-32_000, 'leveldb: not found'),
  cosmos: refusal(-32_603, 'Internal error'),
};

const NEVER_ENDS = 'never ends';

const KINDS: readonly Kind[] = [
  ['refused', ({ family }) => REFUSALS[family]],
  [
    'empty',
    () =>
      ({ result }) => ({ result: empty(result) }),
  ],
  ['null', () => () => ({ result: null })],
  [
    'one short',
    () =>
      ({ result }) => ({ result: short(result) }),
  ],
  ["another block's", ofOtherBlock],
  ['no JSON', () => () => ({ status: 200, body: '<html>not found</html>' })],
  ['HTTP 500', () => () => ({ status: 500, body: 'upstream failed' })],
  ['HTTP 429', () => () => ({ status: 429, body: 'slow down' })],
  ['cut off', () => () => 'drop'],
  ['too large', () => () => ({ status: 200, body: ' '.repeat(4 * MOST_BYTES + 2 ** 17) })],
  [NEVER_ENDS, () => () => 'hang', 1],
];

/**
 * @param but null for kinds that do not fit
 * @param isFirst whether it is the first chain of a row: time limits are those of all clients
 */
export function kindsFor(but: Readonly<Record<string, unknown>>, isFirst: boolean): readonly Kind[] {
  return KINDS.filter(([kind]) => but[kind] !== null && (isFirst || kind !== NEVER_ENDS));
}

/** Equality by value: serialized, equal numbers may differ by how V8 holds them. */
export const areSame: (some: unknown, others: unknown) => boolean = isDeepStrictEqual;
