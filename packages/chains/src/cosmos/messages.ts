/**
 * Reads the messages that send coins; of all others only the type URL. Addresses become text, amounts decimal text.
 * Source: thornode proto/thorchain/v1/types/msg_{send,deposit}.proto, common/common.proto; cosmos-sdk
 * bank/v1beta1/tx.proto; wasmd cosmwasm/wasm/v1/tx.proto
 */
import type { CosmosNetwork } from '../chain.js';
import { parseExactJson } from '../rpc/exact-json.js';
import { formatCosmosAddress, readCosmosAddress } from './cosmos-address.js';
import type { CosmosMessage } from './cosmos-block.js';
import { storableJson, storableText } from './json-text.js';
import { bytesOf, manyOf, numberOf, ProtobufError, readFields } from './protobuf.js';

export interface ReadMessage {
  readonly message: CosmosMessage;
  /** Address key of its signer; null for types that are not read. */
  readonly signer: Buffer | null;
}

const TYPE_URL = /^\/[\w.]{1,200}$/;

/** @param any `google.protobuf.Any` @throws ProtobufError for malformed bytes */
export function readMessage(any: Buffer, network: CosmosNetwork): ReadMessage {
  const fields = readFields(any);
  const type = bytesOf(fields, 1).toString('latin1');
  if (!TYPE_URL.test(type)) throw new ProtobufError('a message without its type');
  const read = READERS.get(type);
  if (read === undefined) return { message: { type }, signer: null };
  const { signer, ...content } = read(bytesOf(fields, 2), network);
  return { message: { type, ...content }, signer };
}

type Content = { readonly signer: Buffer | null } & Readonly<Record<string, unknown>>;

const READERS: ReadonlyMap<string, (value: Buffer, network: CosmosNetwork) => Content> = new Map([
  // To the account of the module `thorchain` or `mayachain` this is a deposit, with the memo of the transaction.
  ['/types.MsgSend', sendOfThorchain],
  ['/cosmos.bank.v1beta1.MsgSend', send],
  ['/cosmos.bank.v1beta1.MsgMultiSend', multiSend],
  ['/types.MsgDeposit', deposit],
  ['/cosmwasm.wasm.v1.MsgExecuteContract', executeContract],
]);

function sendOfThorchain(value: Buffer, network: CosmosNetwork): Content {
  const fields = readFields(value);
  const from = bytesOf(fields, 1);
  const to = bytesOf(fields, 2);
  return {
    signer: keyOf(from),
    from: addressOf(from, network),
    to: addressOf(to, network),
    coins: manyOf(fields, 3).map(readCoin),
  };
}

function send(value: Buffer, { hrp }: CosmosNetwork): Content {
  const fields = readFields(value);
  const from = textOf(bytesOf(fields, 1));
  return {
    signer: readCosmosAddress(hrp, from),
    from,
    to: textOf(bytesOf(fields, 2)),
    coins: manyOf(fields, 3).map(readCoin),
  };
}

function multiSend(value: Buffer, { hrp }: CosmosNetwork): Content {
  const fields = readFields(value);
  const party = (bytes: Buffer) => {
    const inner = readFields(bytes);
    return { address: textOf(bytesOf(inner, 1)), coins: manyOf(inner, 2).map(readCoin) };
  };
  const inputs = manyOf(fields, 1).map(party);
  return { signer: readCosmosAddress(hrp, inputs[0]?.address ?? ''), inputs, outputs: manyOf(fields, 2).map(party) };
}

function deposit(value: Buffer, network: CosmosNetwork): Content {
  const fields = readFields(value);
  const signer = bytesOf(fields, 3);
  return {
    signer: keyOf(signer),
    from: addressOf(signer, network),
    coins: manyOf(fields, 1).map(readDepositedCoin),
    memo: textOf(bytesOf(fields, 2)),
  };
}

/** Larger contract messages are left out: they are code and lists, of no use in a history. */
const MAX_CONTRACT_MESSAGE_BYTES = 4096;

function executeContract(value: Buffer, { hrp }: CosmosNetwork): Content {
  const fields = readFields(value);
  const from = textOf(bytesOf(fields, 1));
  return {
    signer: readCosmosAddress(hrp, from),
    from,
    contract: textOf(bytesOf(fields, 2)),
    message: contractMessage(bytesOf(fields, 3)),
    coins: manyOf(fields, 5).map(readCoin),
  };
}

/** Numbers that JavaScript does not hold exactly become text; null for what is large, or no JSON. */
function contractMessage(json: Buffer): unknown {
  if (json.length > MAX_CONTRACT_MESSAGE_BYTES) return null;
  try {
    return storableJson(parseExactJson(json.toString('utf8')));
  } catch {
    // A contract may take any bytes.
    return null;
  }
}

function readCoin(coin: Buffer): { denom: string; amount: string } {
  const fields = readFields(coin);
  return { denom: textOf(bytesOf(fields, 1)), amount: amountOf(bytesOf(fields, 2)) };
}

/** A coin by its asset: `BTC.BTC`, `BTC/BTC` (synthetic), `BTC~BTC` (trade account), `BTC-BTC` (secured). */
function readDepositedCoin(coin: Buffer): { asset: string; amount: string } {
  const fields = readFields(coin);
  const asset = readFields(bytesOf(fields, 1));
  const [synth, trade, secured] = [4, 5, 6].map((number) => numberOf(asset, number) !== 0n);
  const separator = synth ? '/' : trade ? '~' : secured ? '-' : '.';
  return {
    asset: `${textOf(bytesOf(asset, 1))}${separator}${textOf(bytesOf(asset, 2))}`,
    amount: amountOf(bytesOf(fields, 2)),
  };
}

function amountOf(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  if (!/^-?\d{1,80}$/.test(text)) throw new ProtobufError('a coin without its amount');
  return text;
}

function textOf(bytes: Buffer): string {
  return storableText(bytes.toString('utf8'));
}

function keyOf(bytes: Buffer): Buffer | null {
  return bytes.length === 0 || bytes.length > 255 ? null : Buffer.from(bytes);
}

function addressOf(bytes: Buffer, network: CosmosNetwork): string | null {
  const key = keyOf(bytes);
  return key && formatCosmosAddress(network, key);
}
