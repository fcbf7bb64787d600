/** Transactions from the JSON that the Cosmos SDK shows of them to the bytes that were signed. */
import { type CosmosChainNetwork, parseAddress } from '@chaintrail/chains';
import { bytes, join, message, uint } from './block-hashing.js';
import { type Fields, type Kind, MESSAGES } from './tx-fields.js';

export type JsonRecord = Readonly<Record<string, unknown>>;

/** Encodes: `TX` makes a TxRaw, as it is in a block; of `INJECTION` what validators agree on. */
export function encodeFields(place: CosmosChainNetwork, fields: Fields, record: JsonRecord): Buffer {
  const parts = Object.entries(fields).flatMap(([name, [number, kind]]) => {
    const value = record[name] ?? [];
    return (Array.isArray(value) ? value : [value]).map((each) => encodeValue(place, number, kind, each));
  });
  return join(...parts);
}

function encodeValue(place: CosmosChainNetwork, number: number, kind: Kind, value: unknown): Buffer {
  switch (kind) {
    case 'string':
      return bytes(number, String(value));
    case 'bytes':
      return bytes(number, Buffer.from(String(value), 'base64'));
    case 'address':
      return bytes(number, parseAddress(place, String(value)));
    case 'int':
      return uint(number, BigInt(value as string | boolean));
    case 'json':
      return bytes(number, JSON.stringify(value));
    case 'asset':
      return message(number, encodeAsset(String(value)));
    case 'any':
      return message(number, encodeAny(place, value as JsonRecord));
  }
  if (isNames(kind)) return uint(number, kind.indexOf(String(value)));
  return message(number, encodeFields(place, kind, value as JsonRecord));
}

function isNames(kind: readonly string[] | Fields): kind is readonly string[] {
  return Array.isArray(kind);
}

/** A message with its `@type`. One of an unknown type keeps the type, and its JSON in the place of its bytes. */
function encodeAny(place: CosmosChainNetwork, record: JsonRecord): Buffer {
  const type = String(record['@type']);
  const fields = MESSAGES[type];
  const value = fields ? encodeFields(place, fields, record) : JSON.stringify(record);
  return join(bytes(1, type), bytes(2, value));
}

/** Which field says that an asset is not a pool's own. */
const FLAGS: Readonly<Record<string, number>> = { '/': 4, '~': 5, '-': 6 };

/** common.Asset: "ETH.USDC-0X…", "BTC/BTC" (synthetic), "BTC~BTC" (trade), "BTC-BTC" (secured). */
function encodeAsset(text: string): Buffer {
  const [, chain = '', separator = '.', symbol = ''] = /^([^./~-]*)([./~-])(.*)$/.exec(text) ?? [];
  const [ticker = ''] = symbol.split('-');
  const flag = FLAGS[separator];
  return join(bytes(1, chain), bytes(2, symbol), bytes(3, ticker), uint(flag ?? 0, flag === undefined ? 0 : 1));
}
