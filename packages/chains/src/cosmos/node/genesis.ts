/**
 * Reads the balances of a genesis in place. It has hundreds of megabytes, of which JSON.parse would make gigabytes.
 * Source: cometbft rpc/core/net.go GenesisChunked, cosmos-sdk x/bank/types/genesis.pb.go
 */
import { z } from 'zod';
import type { CosmosChainNetwork, GenesisMint } from '../../chain.js';
import { TooLargeError } from '../../errors.js';
import { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { settingOf } from '../../rpc/http-options.js';
import type { NodeCall } from '../../rpc/rpc-errors.js';
import { formatCosmosAddress, moduleKey } from '../cosmos-address.js';
import type { CosmosOpening } from '../cosmos-block.js';
import { readText } from '../json-text.js';
import type { CosmosConnection } from './cosmos-connection.js';

const METHOD = 'genesis_chunked';
const MAX_BYTES = 2 * 2 ** 30;
const chunkAnswer = z.object({ total: z.coerce.number().int().min(1).max(1000), data: z.base64() });

/** The whole of it. @throws TooLargeError for more than `maxBytes`, with what is left to do */
export async function fetchGenesis(node: CosmosConnection, maxBytes = MAX_BYTES): Promise<Buffer> {
  const asked = node.asked(METHOD);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (let total = 1; chunks.length < total; ) {
    const chunk = await node.read(METHOD, [String(chunks.length)], chunkAnswer);
    total = chunk.total;
    chunks.push(Buffer.from(chunk.data, 'base64'));
    bytes += chunks.at(-1)?.length ?? 0;
    if (bytes > maxBytes) throw tooLarge(asked, maxBytes);
  }
  return Buffer.concat(chunks);
}

function tooLarge(asked: NodeCall, maxBytes: number): TooLargeError {
  const [rest, start] = (['REST_URL', 'START_HEIGHT'] as const).map((name) => settingOf(asked.chain, name));
  const sentence =
    `the genesis is larger than ${maxBytes} bytes, the most that is read of one: let ${rest} name the REST server of a ` +
    `node that keeps the state of the first block, or set ${start} to a later block`;
  return new TooLargeError(sentence, false, asked);
}

const GENESIS = new MemberNames(['initial_height', 'app_state']);
const BANK = new MemberNames(['balances']);
const GENUTIL = new MemberNames(['gen_txs']);
const BALANCE = new MemberNames(['address', 'coins']);
const COIN = new MemberNames(['denom', 'amount']);

/**
 * Balances before the first block. They include what that block mints to modules without an event.
 * @returns null for the genesis of another height, and for one with transactions, which move coins without events
 * @throws DecodeError where it is none
 */
export function readGenesis(
  { chain, network }: CosmosChainNetwork,
  genesis: Buffer,
  firstHeight: number,
): CosmosOpening | null {
  const json = new JsonCursor(genesis, 'genesis');
  const balances: [string, (readonly [string, string])[]][] = [];
  let height = 1;
  let hasTransactions = false;
  const mint = ({ module }: GenesisMint) => {
    const amount = integer(json);
    if (amount > 0n) {
      balances.push([formatCosmosAddress(network, moduleKey(module)), [[chain.nativeDenom, String(amount)]]]);
    }
  };
  const state = (path: readonly string[]) => {
    const mints = chain.genesisMints.filter((one) => path.every((name, at) => name === one.path[at]));
    const own = [
      ...mints.map((one) => one.path[path.length] as string),
      ...(path.length === 0 ? ['bank', 'genutil'] : []),
    ];
    const names = new MemberNames([...new Set(own)]);
    for (let more = json.enterObject(); more; more = json.nextMember()) {
      const name = json.name(names);
      const found = mints.find((one) => one.path[path.length] === name);
      if (name === null) json.skip();
      else if (name === 'bank' && path.length === 0) {
        readElements(json, BANK, () => balances.push(readBalance(json)));
      } else if (name === 'genutil' && path.length === 0) {
        readElements(json, GENUTIL, () => {
          hasTransactions = true;
          json.skip();
        });
      } else if (found?.path.length === path.length + 1) mint(found);
      else state([...path, name]);
    }
  };
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(GENESIS);
    if (name === 'initial_height') height = Math.max(1, Number(integer(json)));
    else if (name === 'app_state') state([]);
    else json.skip();
  }
  if (height !== firstHeight || hasTransactions) return null;
  return { source: 'genesis', unknownDenoms: chain.unseenInGenesis, balances };
}

/** Goes to each element of the member that `names` has. */
function readElements(json: JsonCursor, names: MemberNames<string>, readElement: () => void): void {
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    if (json.name(names) === null) json.skip();
    else if (!json.takeNull()) for (let next = json.enterArray(); next; next = json.nextElement()) readElement();
  }
}

function readBalance(json: JsonCursor): [string, (readonly [string, string])[]] {
  let address = '';
  const coins: (readonly [string, string])[] = [];
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(BALANCE);
    if (name === 'address') address = readText(json);
    else if (name === null) json.skip();
    else if (!json.takeNull()) {
      for (let next = json.enterArray(); next; next = json.nextElement()) coins.push(readCoin(json));
    }
  }
  return [address, coins];
}

function readCoin(json: JsonCursor): readonly [string, string] {
  let denom = '';
  let amount = 0n;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(COIN);
    if (name === 'denom') denom = readText(json);
    else if (name === 'amount') amount = integer(json);
    else json.skip();
  }
  return [denom, String(amount)];
}

/** Go takes underscores between digits: `1_000_00000000`. */
function integer(json: JsonCursor): bigint {
  json.string();
  const text = json.bytes.toString('latin1', json.from, json.to);
  if (!/^\d(?:_?\d){0,100}$/.test(text)) json.fail('expected an amount', json.from);
  return BigInt(text.replaceAll('_', ''));
}
