/** Protocol Buffers and transactions of Cosmos chains, written from their description as JSON. */
import { bytesOfBech32Values, decodeBech32 } from '../../src/bytes/bech32.js';

export function varint(value: bigint | number): Buffer {
  let rest = BigInt(value);
  const bytes: number[] = [];
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

/** A length-delimited field, left out where it is empty. */
export function field(number: number, value: Buffer | string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return bytes.length === 0 ? bytes : always(number, bytes);
}

/** The same, written also where it is empty. */
export function always(number: number, value: Buffer): Buffer {
  return Buffer.concat([varint((number << 3) | 2), varint(value.length), value]);
}

export function uint(number: number, value: bigint | number | string): Buffer {
  return BigInt(value) === 0n ? Buffer.alloc(0) : Buffer.concat([varint(number << 3), varint(BigInt(value))]);
}

export function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

export function any(type: string, value: Buffer): Buffer {
  return message(field(1, type), field(2, value));
}

function addressBytes(address: string): Buffer {
  const hrp = address.slice(0, address.lastIndexOf('1'));
  const decoded = decodeBech32(address, hrp);
  if (decoded.kind !== 'data') throw new Error(`${address} is no address`);
  return bytesOfBech32Values(decoded.values) as Buffer;
}

interface GoldenCoin {
  readonly amount: string;
  readonly denom: string;
}

interface GoldenDeposit {
  readonly coins: readonly { readonly amount: string; readonly asset: string; readonly decimals: string }[];
  readonly memo: string;
  readonly signer: string;
}

interface GoldenSend {
  readonly amount: readonly GoldenCoin[];
  readonly from_address: string;
  readonly to_address: string;
}

interface GoldenExecute {
  readonly sender: string;
  readonly contract: string;
  readonly msg: unknown;
  readonly funds: readonly GoldenCoin[];
}

type GoldenMessage = { readonly '@type': string } & Readonly<Record<string, unknown>>;

export interface GoldenTx {
  readonly auth_info: {
    readonly fee: { readonly amount: readonly GoldenCoin[]; readonly gas_limit: string };
    readonly signer_infos: readonly {
      readonly public_key: { readonly '@type': string; readonly key: string };
      readonly sequence: string;
    }[];
  };
  readonly body: { readonly memo: string; readonly messages: readonly GoldenMessage[] };
  readonly signatures: readonly string[];
}

const coin = ({ denom, amount }: GoldenCoin) => message(field(1, denom), field(2, amount));

/** Coins are written also where they are empty, as lists always are. */
const coins = (number: number, list: readonly GoldenCoin[]) => list.map((one) => always(number, coin(one)));

function deposit({ coins, memo, signer }: GoldenDeposit): Buffer {
  const written = coins.map(({ asset, amount, decimals }) => {
    const [, chain = '', separator, symbol = ''] = /^([A-Z]+)([./~-])(.+)$/.exec(asset) ?? [];
    const [ticker = ''] = symbol.split('-');
    const flag = { '.': 0, '/': 4, '~': 5, '-': 6 }[separator as string] ?? 0;
    const bytes = message(field(1, chain), field(2, symbol), field(3, ticker), flag === 0 ? NONE : uint(flag, 1));
    return always(1, message(always(1, bytes), field(2, amount), uint(3, decimals)));
  });
  return message(...written, field(2, memo), field(3, addressBytes(signer)));
}

function send({ amount, from_address: from, to_address: to }: GoldenSend, isBank: boolean): Buffer {
  const address = isBank ? (text: string) => text : addressBytes;
  return message(field(1, address(from)), field(2, address(to)), ...coins(3, amount));
}

function execute({ sender, contract, msg, funds }: GoldenExecute): Buffer {
  return message(field(1, sender), field(2, contract), field(3, JSON.stringify(msg)), ...coins(5, funds));
}

const NONE = Buffer.alloc(0);

/** Types whose recorded transactions are written exactly as they were signed. */
export const ENCODED_TYPES: ReadonlySet<string> = new Set([
  '/types.MsgDeposit',
  '/types.MsgSend',
  '/cosmos.bank.v1beta1.MsgSend',
  '/cosmwasm.wasm.v1.MsgExecuteContract',
]);

/** A message of another type has its JSON in the place of its bytes. */
function encodeMessage(golden: GoldenMessage): Buffer {
  const type = golden['@type'];
  switch (type) {
    case '/types.MsgDeposit':
      return any(type, deposit(golden as unknown as GoldenDeposit));
    case '/types.MsgSend':
    case '/cosmos.bank.v1beta1.MsgSend':
      return any(type, send(golden as unknown as GoldenSend, type.startsWith('/cosmos')));
    case '/cosmwasm.wasm.v1.MsgExecuteContract':
      return any(type, execute(golden as unknown as GoldenExecute));
    default:
      return any(type, Buffer.from(JSON.stringify(golden)));
  }
}

/** `TxRaw`, signed in SIGN_MODE_DIRECT as all of the recorded ones. */
export function encodeTransaction({ auth_info: auth, body, signatures }: GoldenTx): Buffer {
  const signers = auth.signer_infos.map(({ public_key: key, sequence }) => {
    const publicKey = any(key['@type'], field(1, Buffer.from(key.key, 'base64')));
    const mode = always(2, always(1, uint(1, 1)));
    return always(1, message(always(1, publicKey), mode, uint(3, sequence)));
  });
  const fee = message(...coins(1, auth.fee.amount), uint(2, auth.fee.gas_limit));
  return message(
    always(1, message(...body.messages.map((one) => always(1, encodeMessage(one))), field(2, body.memo))),
    always(2, message(...signers, always(2, fee))),
    ...signatures.map((text) => always(3, Buffer.from(text, 'base64'))),
  );
}
