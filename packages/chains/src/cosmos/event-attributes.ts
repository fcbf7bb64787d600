/** Reads attributes of events. */
import type { JsonCursor } from '../json/cursor.js';
import { MemberNames } from '../json/member-names.js';
import { listOf, textAt } from './json-text.js';

/** The attributes that are read. */
const NAMES = [
  // Events of the bank module, and of transactions.
  ...(['spender', 'receiver', 'amount', 'minter', 'burner', 'acc_seq', 'msg_index', 'mode'] as const),
  // The transactions that events are about, and their payouts.
  ...(['in_tx_id', 'in_hash', 'tx_id', 'txid', 'id', 'chain', 'to', 'coin', 'memo', 'reason'] as const),
] as const;
export type AttributeName = (typeof NAMES)[number];

export type Attribute = readonly [name: AttributeName, value: string];

/** The list at the cursor, of an event of this type. */
export function readAttributes(json: JsonCursor, type: string): Attribute[] {
  return listOf(json, LIQUIDITY.test(type) ? readLiquidityAttribute : readAttribute);
}

const ATTRIBUTE = new MemberNames(['key', 'value']);
const PLAIN = new MemberNames(NAMES);
const inBase64 = new Map(NAMES.map((name) => [Buffer.from(name).toString('base64'), name]));
const BASE64 = new MemberNames([...inBase64.keys()]);
/** Events of liquidity that is added have a transaction for each chain that it came from: BTC_txid, THOR_txid. */
const LIQUIDITY = /^(add|pending)/;
const TXID_OF_CHAIN = /^[A-Z]+_txid$/;

/** An answer does not say whether it is in base64. The name shows it, and the value is in the same form. */
function readAttribute(json: JsonCursor): Attribute | null {
  return readPair(json, false);
}

function readLiquidityAttribute(json: JsonCursor): Attribute | null {
  return readPair(json, true);
}

function readPair(json: JsonCursor, ofLiquidity: boolean): Attribute | null {
  let [keyFrom, keyTo, from, to] = [0, 0, 0, 0];
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(ATTRIBUTE);
    if (name === null) json.skip();
    else if (json.takeNull()) continue;
    else {
      json.string();
      if (name === 'key') [keyFrom, keyTo] = [json.from, json.to];
      else [from, to] = [json.from, json.to];
    }
  }
  const plain = PLAIN.find(json.bytes, keyFrom, keyTo);
  if (plain !== null) return [plain, textAt(json, from, to)];
  const encoded = inBase64.get(BASE64.find(json.bytes, keyFrom, keyTo) ?? '');
  if (encoded !== undefined) return [encoded, decoded(textAt(json, from, to))];
  if (!ofLiquidity) return null;
  const key = textAt(json, keyFrom, keyTo);
  const value = textAt(json, from, to);
  if (TXID_OF_CHAIN.test(key)) return ['txid', value];
  return TXID_OF_CHAIN.test(decoded(key)) ? ['txid', decoded(value)] : null;
}

function decoded(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
