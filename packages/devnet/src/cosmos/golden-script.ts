/** Chains that real nodes made, as decoded blocks: see `vectors/SOURCES.md` of the test data. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CosmosChainNetwork } from '@chaintrail/chains';
import { type Balances, movements } from './bank.js';
import type { CosmosScript } from './chain.js';
import type { BlockContent, CosmosEvent, CosmosTx } from './cosmos-block.js';
import { encodeFields, type JsonRecord } from './encode-tx.js';
import { TX } from './tx-fields.js';

type FlatEvent = Readonly<Record<string, string>>;

interface GoldenTx {
  readonly tx: JsonRecord;
  readonly result: {
    readonly code: number;
    readonly data?: string;
    readonly log?: string;
    readonly gas_wanted: string;
    readonly gas_used: string;
    readonly events: readonly FlatEvent[] | null;
  };
}

interface GoldenFile {
  readonly blocks: readonly {
    readonly height: number;
    readonly chain_id: string;
    readonly events: { readonly begin_block_events?: FlatEvent[]; readonly end_block_events?: FlatEvent[] };
    readonly txs: readonly GoldenTx[] | null;
  }[];
  readonly final_balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface GoldenScript extends CosmosScript {
  readonly lastHeight: number;
  /** Balances of the bank module, after the last block. */
  readonly final: Balances;
}

/** The bank module's own order; of other events, maps have lost theirs. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  coin_spent: ['spender', 'amount'],
  coin_received: ['receiver', 'amount'],
  transfer: ['recipient', 'sender', 'amount'],
};
const LAST = ['mode', 'msg_index'];

/** @param path of a scenario, `….json.gz` */
export function readGolden(place: CosmosChainNetwork, path: string): GoldenScript {
  const { blocks, final_balances } = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as GoldenFile;
  const [first] = blocks;
  if (!first) throw new RangeError(`${path} has no blocks`);
  const contents = blocks.map(
    ({ events, txs }): BlockContent => ({
      begin: (events.begin_block_events ?? []).map(readEvent),
      transactions: (txs ?? []).map((each) => readTx(place, each)),
      end: (events.end_block_events ?? []).map(readEvent),
    }),
  );
  const final = new Map(
    Object.entries(final_balances).map(([address, coins]) => [
      address,
      new Map(Object.entries(coins).map(([denom, amount]) => [denom, BigInt(amount)])),
    ]),
  );
  return {
    chainId: first.chain_id,
    firstHeight: first.height,
    lastHeight: first.height + blocks.length - 1,
    opening: openingOf(final, contents),
    final,
    content: (height) => contents[height - first.height] ?? { begin: [], transactions: [], end: [] },
  };
}

function openingOf(final: Balances, contents: readonly BlockContent[]): Balances {
  const opening = new Map([...final].map(([address, coins]) => [address, new Map(coins)]));
  for (const content of contents) {
    for (const [address, [denom, change]] of movements(content)) {
      const coins = opening.get(address) ?? new Map<string, bigint>();
      coins.set(denom, (coins.get(denom) ?? 0n) - change);
      opening.set(address, coins);
    }
  }
  for (const [address, coins] of opening) {
    for (const [denom, amount] of coins) if (amount === 0n) coins.delete(denom);
    if (coins.size === 0) opening.delete(address);
  }
  return opening;
}

function readEvent({ type = '', ...rest }: FlatEvent): CosmosEvent {
  const known = ATTRIBUTES[type] ?? [];
  const names = Object.keys(rest).filter((name) => !known.includes(name) && !LAST.includes(name));
  const order = [...known, ...names, ...LAST].filter((name) => rest[name] !== undefined);
  return { type, attributes: order.map((name) => [name, String(rest[name])]) };
}

function readTx(place: CosmosChainNetwork, { tx, result }: GoldenTx): CosmosTx {
  return {
    bytes: encodeFields(place, TX, tx),
    code: result.code,
    codespace: result.code === 0 ? '' : 'sdk',
    data: result.data ? Buffer.from(result.data, 'utf8').toString('base64') : null,
    log: result.log ?? '',
    gasWanted: result.gas_wanted,
    gasUsed: result.gas_used,
    events: (result.events ?? []).map(readEvent),
  };
}
