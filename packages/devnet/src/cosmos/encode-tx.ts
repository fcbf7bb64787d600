/** Transactions from the JSON that the Cosmos SDK shows of them to the bytes that were signed. */
import { type CosmosChainNetwork, parseAddress } from '@chaintrail/chains';
import { any, bytes, join, message, type Part, uint } from './bytes/proto.js';
import { AUTH_INFO, type Fields, type Kind, MESSAGES, TX_BODY } from './tx-fields.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

export interface JsonTx {
  readonly body: JsonRecord;
  readonly auth_info: JsonRecord;
  /** Base64. */
  readonly signatures: readonly string[];
}

/** TxRaw, as it is in a block. */
export function encodeTx(place: CosmosChainNetwork, tx: JsonTx): Buffer {
  return join(
    message(1, encodeFields(place, TX_BODY, tx.body)),
    message(2, encodeFields(place, AUTH_INFO, tx.auth_info)),
    ...tx.signatures.map((each) => message(3, Buffer.from(each, 'base64'))),
  );
}

/** What validators put into a block without anybody's signature: InjectTx (thornode ebifrost/tx.go). */
export function encodeInjection(place: CosmosChainNetwork, messages: readonly JsonRecord[]): Buffer {
  return join(...messages.map((each) => message(1, encodeAny(place, each))));
}

/** A message with its `@type`. One of an unknown type keeps the type, and its JSON in the place of its bytes. */
function encodeAny(place: CosmosChainNetwork, record: JsonRecord): Buffer {
  const type = String(record['@type']);
  const fields = MESSAGES[type];
  return any(type, fields ? encodeFields(place, fields, record) : Buffer.from(JSON.stringify(record)));
}

function encodeFields(place: CosmosChainNetwork, fields: Fields, record: JsonRecord): Buffer {
  const parts: Part[] = [];
  for (const [number, name, kind] of fields) {
    const value = record[name];
    if (value === undefined || value === null) continue;
    const values = Array.isArray(value) ? value : [value];
    for (const each of values) parts.push(encodeValue(place, number, kind, each));
  }
  return join(...parts);
}

function encodeValue(place: CosmosChainNetwork, number: number, kind: Kind, value: unknown): Part {
  if (typeof kind !== 'string') {
    if (isNames(kind)) return uint(number, kind.indexOf(String(value)));
    return message(number, encodeFields(place, kind, value as JsonRecord));
  }
  switch (kind) {
    case 'string':
      return bytes(number, String(value));
    case 'bytes':
      return bytes(number, Buffer.from(String(value), 'base64'));
    case 'address':
      return bytes(number, parseAddress(place, String(value)));
    case 'int':
      return uint(number, BigInt(value as string));
    case 'bool':
      return uint(number, value === true ? 1 : 0);
    case 'json':
      return bytes(number, JSON.stringify(value));
    case 'asset':
      return message(number, encodeAsset(String(value)));
    case 'any':
      return message(number, encodeAny(place, value as JsonRecord));
  }
}

function isNames(kind: Exclude<Kind, string>): kind is readonly string[] {
  return typeof kind[0] === 'string';
}

const KINDS = { '.': null, '/': 4, '~': 5, '-': 6 } as const;

/** common.Asset: "ETH.USDC-0X…", "BTC/BTC" (synthetic), "BTC~BTC" (trade), "BTC-BTC" (secured). */
function encodeAsset(text: string): Buffer {
  const [, chain = '', kind = '.', symbol = ''] = /^([^./~-]*)([./~-])(.*)$/.exec(text) ?? [];
  const flag = KINDS[kind as keyof typeof KINDS];
  const [ticker = ''] = symbol.split('-');
  return join(bytes(1, chain), bytes(2, symbol), bytes(3, ticker), flag === null ? null : uint(flag, 1));
}
