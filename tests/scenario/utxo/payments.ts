/** Actions of wallets and their owners: payments of every kind, and scripts that only a hand can write. */
import { coins } from '@chaintrail/testkit';
import { expect } from 'vitest';
import { hash160, testKey } from './keys.js';
import type { Ledger } from './node-chain.js';
import {
  type Coin,
  newScript,
  type ScriptOutput,
  scriptOf,
  signWithKeys,
  signWithWallet,
  takeCoin,
  txidOf,
  unsignedTransaction,
} from './raw-transaction.js';
import type { Mining, ScenarioChain } from './utxo-chains.js';
import { mineExactly, newAddress } from './utxo-world.js';

const FEE = 50_000n;

/** One payment to a new address of each type, from whatever the wallet chooses; not mined yet. */
export async function payEveryType(payer: Mining): Promise<void> {
  const { scale } = payer.chain;
  for (const [index, type] of payer.chain.addressTypes.entries()) {
    const address = await newAddress(payer, type);
    await payer.wallet.call('sendtoaddress', address, coins((10_000_001n + BigInt(index)) * scale));
    // A second one to the same address, so that its history has more than one row in a block.
    await payer.wallet.call('sendtoaddress', address, coins(20_000_003n * scale));
  }
}

/** One transaction with many outputs, several of them to one script type each; not mined yet. */
export async function payMany(payer: Mining, outputs: number): Promise<void> {
  const amounts: Record<string, string> = {};
  for (let i = 0; i < outputs; i++) {
    const type = payer.chain.addressTypes[i % payer.chain.addressTypes.length]!;
    amounts[await newAddress(payer, type)] = coins((100_000n + BigInt(i)) * payer.chain.scale);
  }
  await payer.wallet.call('sendmany', '', amounts);
}

/** Spends many coins of the wallet into two outputs to one address and one to another; mines it. */
export async function consolidate(payer: Mining): Promise<void> {
  interface Unspent {
    txid: string;
    vout: number;
    amount: string;
    scriptPubKey: string;
  }
  const unspent = await payer.wallet.call<Unspent[]>('listunspent', 1, 9_999_999, [], false, {
    maximumAmount: coins(1_000_000n * payer.chain.scale),
  });
  const spent: Coin[] = unspent.map((coin) => ({ ...coin, amount: BigInt(coin.amount.replace('.', '')) }));
  const total = spent.reduce((sum, { amount }) => sum + amount, 0n);
  const third = (total - FEE) / 3n;
  const twice = await newScript(payer.node, payer.wallet);
  const once = await newScript(payer.node, payer.wallet);
  const outputs = [twice, once, twice].map((script) => ({ script, amount: third }));
  const hex = await signWithWallet(payer, unsignedTransaction(spent, outputs), spent);
  await mineExactly(payer, [hex]);
}

/** The keys that can spend what {@link payEveryScript} pays. */
const single = testKey('bare');
const uncompressed = testKey('bare uncompressed', 'uncompressed');
const cosigners = ['first', 'second', 'third'].map((seed) => testKey(seed));

interface Multisig {
  readonly address: string;
  readonly redeemScript: string;
}

/**
 * Mines a transaction that pays every kind of script there is, standard or not, then one that spends those that can be
 * spent with keys.
 */
export async function payEveryScript(payer: Mining): Promise<void> {
  const { node, wallet } = payer;
  const spendable = await spendableCoins(payer);
  const coin = await takeCoin(wallet, 100_000_000n);
  const outputs: ScriptOutput[] = [...spendable.map(({ scriptPubKey, amount }) => ({ script: scriptPubKey, amount }))];
  outputs.push(...oddOutputs(payer.chain.code));
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
  outputs.push({ script: await newScript(node, wallet), amount: coin.amount - paid - FEE });
  const funding = await signWithWallet(payer, unsignedTransaction([coin], outputs), [coin]);
  await mineExactly(payer, [funding]);

  const txid = await txidOf(node, funding);
  const spent = spendable.map((output, vout) => ({ ...output, txid, vout }));
  const total = spent.reduce((sum, { amount }) => sum + amount, 0n);
  const back = [
    // Back to an address that the same transaction spends from, in its hashed form.
    { script: `76a914${hash160(single.publicKey)}88ac`, amount: 12_345n },
    { script: await newScript(node, wallet), amount: total - 12_345n - FEE },
  ];
  const wifs = [single, uncompressed, ...cosigners].map(({ wif }) => wif);
  const spending = await signWithKeys(payer, unsignedTransaction(spent, back), wifs, spent);
  await mineExactly(payer, [spending]);
}

/** Outputs to be spent again: bare keys, bare and hashed multisig, and a script anyone can spend. */
async function spendableCoins({ node, chain }: Mining): Promise<Omit<Coin, 'txid' | 'vout'>[]> {
  const keys = cosigners.map(({ publicKey }) => publicKey);
  const multisig = (...type: string[]): Promise<Multisig> => node.rpc<Multisig>('createmultisig', 2, keys, ...type);
  const p2sh = await multisig(...(chain.segwit ? ['legacy'] : []));
  const outputs = [
    { scriptPubKey: `21${single.publicKey}ac`, amount: 1_000_001n },
    { scriptPubKey: `41${uncompressed.publicKey}ac`, amount: 1_000_002n },
    // The same address twice in one transaction, once by its key and once by its hash.
    { scriptPubKey: `76a914${hash160(single.publicKey)}88ac`, amount: 1_000_003n },
    { scriptPubKey: `5121${keys[0]}21${keys[1]}52ae`, amount: 1_000_004n },
    { scriptPubKey: await scriptOf(node, p2sh.address), amount: 1_000_005n, redeemScript: p2sh.redeemScript },
    { scriptPubKey: '51', amount: 1_000_008n },
  ];
  if (!chain.segwit) return outputs;
  const [nested, p2wsh] = [await multisig('p2sh-segwit'), await multisig('bech32')];
  const witnessProgram = await scriptOf(node, p2wsh.address);
  return [
    ...outputs,
    {
      scriptPubKey: await scriptOf(node, nested.address),
      amount: 1_000_006n,
      redeemScript: witnessProgram,
      witnessScript: p2wsh.redeemScript,
    },
    { scriptPubKey: witnessProgram, amount: 1_000_007n, witnessScript: p2wsh.redeemScript },
  ];
}

/** Outputs that stay: data, burns, future and malformed witness programs, empty and oversized scripts. */
function oddOutputs(code: string): ScriptOutput[] {
  const program = testKey('program').publicKey.slice(2);
  const outputs = [
    { script: `6a20${program}`, amount: 0n },
    // A burn: unspendable whatever it holds.
    { script: '6a0474657374', amount: 1_000n },
    { script: '6a', amount: 0n },
    // OP_RETURN and a push that runs past the end: unspendable too, but not of type nulldata.
    { script: '6a4cff00', amount: 0n },
    { script: '', amount: 1_001n },
    { script: '51', amount: 0n },
    // Over 10,000 bytes: bitcoin src/script/script.h IsUnspendable.
    { script: '61'.repeat(10_001), amount: 1_002n },
    { script: '61'.repeat(10_000), amount: 1_003n },
    { script: `5120${program}`, amount: 1_004n },
    { script: `5220${program}`, amount: 1_005n },
    { script: '6002abcd', amount: 1_006n },
    // Version 0 with a program of neither 20 nor 32 bytes.
    { script: `0010${program.slice(0, 32)}`, amount: 1_007n },
    // A push of the right length that is no key: not a bare key, nothing is credited.
    { script: `21${'05'}${program}ac`, amount: 1_008n },
  ];
  // Pay to anchor; older nodes do not know the type.
  if (code === 'btc') outputs.push({ script: '51024e73', amount: 1_009n });
  // P2SH with a hash of 32 bytes.
  if (code === 'bch') outputs.push({ script: `aa20${program}87`, amount: 1_010n });
  return outputs;
}

/** Checks that {@link payEveryScript} has brought every type, by the node's names, into the chain. */
export function expectEveryScript(ledger: Ledger, { segwit }: ScenarioChain): void {
  const types = new Set(ledger.transactions.flatMap(({ outputs }) => outputs.map(({ type }) => type)));
  const expected = ['pubkey', 'pubkeyhash', 'scripthash', 'multisig', 'nulldata', 'nonstandard'];
  if (segwit) expected.push('witness_v0_keyhash', 'witness_v0_scripthash', 'witness_unknown');
  expect([...types]).toEqual(expect.arrayContaining(expected));
  const spentTypes = new Set(ledger.transactions.flatMap(({ inputs }) => inputs.map(({ type }) => type)));
  expect([...spentTypes]).toEqual(
    expect.arrayContaining(['pubkey', 'multisig', 'nonstandard', segwit ? 'witness_v0_scripthash' : 'scripthash']),
  );
}
