/** Transactions built by hand, for outputs that createrawtransaction cannot make. */
import { baseUnits, coins, type RealNode, type RpcClient } from '@chaintrail/testkit';
import type { Mining } from './utxo-chains.js';

export interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly scriptPubKey: string;
  /** Base units. */
  readonly amount: bigint;
  readonly redeemScript?: string;
  readonly witnessScript?: string;
}

export interface ScriptOutput {
  readonly script: string;
  /** Base units. */
  readonly amount: bigint;
}

/** Serialises a transaction without signatures (version 2, locktime 0, inputs final). */
export function unsignedTransaction(coinsSpent: readonly Coin[], outputs: readonly ScriptOutput[]): string {
  const inputs = coinsSpent.map(({ txid, vout }) => {
    return `${reversed(txid)}${littleEndian(BigInt(vout), 4)}00ffffffff`;
  });
  const serialised = outputs.map(({ script, amount }) => {
    return `${littleEndian(amount, 8)}${compactSize(script.length / 2)}${script}`;
  });
  const parts = [compactSize(inputs.length), ...inputs, compactSize(serialised.length), ...serialised];
  return `02000000${parts.join('')}00000000`;
}

/** A confirmed coin of the wallet of at least this many base units, locked against the wallet's own use. */
export async function takeCoin(wallet: RpcClient, atLeast: bigint): Promise<Coin> {
  interface Unspent {
    txid: string;
    vout: number;
    amount: string;
    scriptPubKey: string;
    redeemScript?: string;
  }
  const unspent = await wallet.call<Unspent[]>('listunspent', 1);
  const coin = unspent.find(({ amount }) => baseUnits(amount) >= atLeast);
  if (!coin) throw new Error(`the wallet has no coin of ${coins(atLeast)}`);
  await wallet.call('lockunspent', false, [{ txid: coin.txid, vout: coin.vout }]);
  const { txid, vout, scriptPubKey, redeemScript } = coin;
  return { txid, vout, scriptPubKey, amount: baseUnits(coin.amount), ...(redeemScript && { redeemScript }) };
}

interface Signed {
  readonly hex: string;
  readonly complete: boolean;
  readonly errors?: unknown;
}

/** Signs with the wallet; `coinsSpent` may be outputs of transactions that no one has broadcast. */
export async function signWithWallet(payer: Mining, hex: string, coinsSpent: readonly Coin[]): Promise<string> {
  const method = payer.chain.code === 'doge' ? 'signrawtransaction' : 'signrawtransactionwithwallet';
  return complete(await payer.wallet.call<Signed>(method, hex, previousOutputs(coinsSpent)));
}

/** Signs with keys in wallet import format. */
export async function signWithKeys(
  { node, chain }: Pick<Mining, 'node' | 'chain'>,
  hex: string,
  wifs: readonly string[],
  coinsSpent: readonly Coin[],
): Promise<string> {
  const spent = previousOutputs(coinsSpent);
  // Dogecoin Core has one method for both.
  if (chain.code === 'doge') return complete(await node.rpc<Signed>('signrawtransaction', hex, spent, wifs));
  return complete(await node.rpc<Signed>('signrawtransactionwithkey', hex, wifs, spent));
}

/** @returns the script of an address, by the node. */
export async function scriptOf(node: RealNode, address: string): Promise<string> {
  const { scriptPubKey } = await node.rpc<{ scriptPubKey: string }>('validateaddress', address);
  return scriptPubKey;
}

export async function txidOf(node: RealNode, hex: string): Promise<string> {
  const { txid } = await node.rpc<{ txid: string }>('decoderawtransaction', hex);
  return txid;
}

export async function newScript(node: RealNode, wallet: RpcClient): Promise<string> {
  return scriptOf(node, await wallet.call<string>('getnewaddress'));
}

function previousOutputs(coinsSpent: readonly Coin[]): unknown[] {
  return coinsSpent.map(({ amount, ...coin }) => ({ ...coin, amount: coins(amount) }));
}

function complete({ hex, complete: isComplete, errors }: Signed): string {
  if (!isComplete) throw new Error(`the transaction is not fully signed: ${JSON.stringify(errors)}`);
  return hex;
}

/** @returns a hash in wire order from its display form, and the other way round */
export function reversed(hex: string): string {
  return Buffer.from(hex, 'hex').reverse().toString('hex');
}

export function littleEndian(value: bigint, bytes: number): string {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(value);
  return buffer.subarray(0, bytes).toString('hex');
}

export function compactSize(value: number): string {
  if (value < 0xfd) return littleEndian(BigInt(value), 1);
  return `fd${littleEndian(BigInt(value), 2)}`;
}
