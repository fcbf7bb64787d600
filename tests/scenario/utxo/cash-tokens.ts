/** CashTokens of Bitcoin Cash: fungible and non-fungible ones are made, sent, changed and burned. */
import { expect } from 'vitest';
import { expectPendingEqualsNode } from './compare-pending.js';
import { expectIndexEqualsNode } from './compare-utxo.js';
import type { Ledger, LedgerOutput } from './node-chain.js';
import {
  type Coin,
  compactSize,
  littleEndian,
  newScript,
  reversed,
  type ScriptOutput,
  signWithWallet,
  takeCoin,
  txidOf,
  unsignedTransaction,
} from './raw-transaction.js';
import { mine, type World } from './utxo-world.js';

const FEE = 10_000n;
const DUST = 1_000n;
/** So many transactions one after the other in one block: the chance that their ids rise with them is 1 in 12!. */
const CHAIN = 12;

interface Token {
  readonly amount?: bigint;
  readonly nft?: { readonly capability: 'none' | 'mutable' | 'minting'; readonly commitment: string };
}

/** Bits of a token prefix (CHIP-2022-02): there is a commitment, an NFT, an amount; and what an NFT may do. */
const [HAS_COMMITMENT, HAS_NFT, HAS_AMOUNT] = [0x40, 0x20, 0x10];
const CAPABILITIES = ['none', 'mutable', 'minting'];

/** @returns what goes before the script of an output that holds the token */
function prefix(category: string, { amount, nft }: Token): string {
  const commitment = nft?.commitment ?? '';
  const bits =
    (commitment === '' ? 0 : HAS_COMMITMENT) +
    (nft === undefined ? 0 : HAS_NFT + CAPABILITIES.indexOf(nft.capability)) +
    (amount === undefined ? 0 : HAS_AMOUNT);
  const bytes = commitment === '' ? '' : `${compactSize(commitment.length / 2)}${commitment}`;
  return `ef${reversed(category)}${littleEndian(BigInt(bits), 1)}${bytes}${amount === undefined ? '' : compactAmount(amount)}`;
}

function compactAmount(amount: bigint): string {
  if (amount < 0x1_0000n) return compactSize(Number(amount));
  return amount < 0x1_0000_0000n ? `fe${littleEndian(amount, 4)}` : `ff${littleEndian(amount, 8)}`;
}

/**
 * Spends coins of the wallet into outputs with and without tokens, each to a new address, and the rest to another. The
 * wallet knows nothing of tokens.
 * @returns the outputs
 */
async function send(
  world: World,
  spent: readonly Coin[],
  category: string,
  tokens: readonly (Token | null)[],
): Promise<Coin[]> {
  const { node, wallet } = world;
  const rest = spent.reduce((sum, { amount }) => sum + amount, 0n) - DUST * BigInt(tokens.length) - FEE;
  const outputs: ScriptOutput[] = [];
  const coins: Omit<Coin, 'txid'>[] = [];
  for (const [vout, token] of [...tokens, null].entries()) {
    const scriptPubKey = await newScript(node, wallet);
    const amount = vout < tokens.length ? DUST : rest;
    outputs.push({ script: token === null ? scriptPubKey : `${prefix(category, token)}${scriptPubKey}`, amount });
    coins.push({ vout, scriptPubKey, amount });
  }
  // The node has what is spent in its mempool, with the tokens that a signature is about, too.
  const hex = await signWithWallet(world, unsignedTransaction(spent, outputs), []);
  await node.rpc('sendrawtransaction', hex);
  const txid = await txidOf(node, hex);
  return coins.map((coin) => ({ ...coin, txid }));
}

/**
 * Makes a category, then sends, changes and burns its tokens. All are in one block, where each transaction spends what
 * the one before made.
 */
export async function useCashTokens(world: World): Promise<void> {
  await sendCashTokens(world);
  await mine(world);
}

/**
 * Compares outputs with tokens with the node's answers, while they are unconfirmed and once they are mined: in
 * transactions, and in lists of unspent outputs.
 */
export async function expectPendingTokens(world: World): Promise<void> {
  await sendCashTokens(world);
  const { transactions } = await expectPendingEqualsNode(world);
  const outputs = transactions.flatMap(({ txid, outputs: made }) =>
    made.map((output, vout) => ({ txid, vout, ...output })),
  );
  expect(outputs.filter(({ token }) => token !== null).length).toBeGreaterThan(10);
  const compare = async (): Promise<void> => {
    for (const { txid, vout, address, token } of outputs) {
      expect((await world.api.transaction(txid)).outputs[vout]).toMatchObject({ address, token });
      const { utxos } = await world.api.utxos(address!, 10);
      const found = utxos.find((utxo) => utxo.txid === txid && utxo.vout === vout);
      if (found !== undefined) expect(found.token).toEqual(token);
    }
  };
  await compare();
  await mine(world);
  await expectIndexEqualsNode(world);
  await compare();
}

/** {@link useCashTokens} without mining. */
async function sendCashTokens(world: World): Promise<void> {
  // A category is named after a transaction whose first output is spent.
  const [genesis, ...coins] = await send(world, [await takeCoin(world.wallet, 100_000_000n)], '', [null]);
  const category = genesis!.txid;
  const nft = (capability: 'none' | 'mutable' | 'minting', commitment: string) => ({ capability, commitment });
  const most = 2n ** 63n - 1n;
  const made = await send(world, [genesis!, ...coins], category, [
    { amount: most - 70_000n },
    { amount: 69_999n, nft: nft('minting', '') },
    { amount: 1n, nft: nft('mutable', 'ab'.repeat(40)) },
    { nft: nft('none', '00') },
    { nft: nft('minting', 'cafe') },
    { nft: nft('none', '') },
  ]);
  const [fungible, both, mutable, single, minting, empty, rest] = made as [Coin, Coin, Coin, Coin, Coin, Coin, Coin];
  // Coin on: amounts in parts, an NFT alone, a changed commitment.
  const [, , , , changed] = (await send(world, [fungible, mutable, single, rest], category, [
    { amount: 300n },
    { amount: 5_000_000_000n },
    { amount: most - 70_000n - 300n - 5_000_000_000n },
    { nft: nft('none', '00') },
    { amount: 1n, nft: nft('mutable', 'cd') },
  ])) as Coin[];
  // Minted; and burned, by leaving them out.
  const [, , , change] = (await send(world, [minting, both, await takeCoin(world.wallet, 1_000_000n)], category, [
    { nft: nft('minting', 'cafe') },
    { nft: nft('none', 'f00d') },
    { amount: 9n },
  ])) as Coin[];
  await send(world, [changed!, empty, change!], category, [null]);
}

/** Payments in a block each of which spends what the one before made, whatever their ids are. */
export async function payChain(world: World): Promise<void> {
  let coin: Coin = await takeCoin(world.wallet, 100_000_000n);
  for (let i = 0; i < CHAIN; i++) coin = (await send(world, [coin], '', [null]))[1]!;
  await mine(world);
}

/** Checks that a transaction spends what a later one of its block makes. */
export function expectForwardSpends({ transactions }: Ledger): void {
  const places = new Map(transactions.map(({ transaction, block, index }) => [transaction.txid, { block, index }]));
  const forward = transactions.filter(({ inputs, block, index }) =>
    inputs.some(({ txid }) => places.get(txid)?.block === block && places.get(txid)!.index > index),
  );
  expect(forward.length).toBeGreaterThan(0);
}

/** Checks that outputs with tokens of every kind are in the chain, and have been spent. */
export function expectTokens({ transactions }: Ledger): void {
  const kinds = (outputs: readonly LedgerOutput[]) => new Set(outputs.flatMap(({ token }) => kindOf(token)));
  const every = expect.arrayContaining(['fungible', 'none', 'minting', 'fungible and mutable', 'fungible and minting']);
  expect([...kinds(transactions.flatMap(({ outputs }) => outputs))]).toEqual(every);
  expect([...kinds(transactions.flatMap(({ inputs }) => inputs))]).toEqual(every);
}

function kindOf(token: LedgerOutput['token']): string[] {
  if (token === null) return [];
  const { amount, nft } = token as { amount: string; nft?: { capability: string } };
  return [[...(amount === '0' ? [] : ['fungible']), ...(nft ? [nft.capability] : [])].join(' and ')];
}
