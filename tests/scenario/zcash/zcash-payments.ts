/** Actions of users of a Zcash chain: payments of every version and to every kind of script. */

import { type SignedTransaction, type ZcashCoin, zcashKey } from './sign.js';
import { multisig, p2pk, p2pkh, p2sh, type ZcashChain } from './zcash-chain.js';

const cosigners = ['first', 'second', 'third'].map((name) => zcashKey(name));
const single = zcashKey('single');
const uncompressed = zcashKey('uncompressed', false);
const shared = multisig(cosigners);
/** Anyone can spend it. */
const open = Buffer.from([0x51]);

/** In each version that the next block may hold: a payment to new P2PKH and P2SH addresses. Not mined yet. */
export async function payEveryVersion(chain: ZcashChain): Promise<SignedTransaction[]> {
  const sent: SignedTransaction[] = [];
  for (const version of (await chain.rules()).versions) {
    const [payee, payer] = [p2pkh(chain.newKey()), chain.newKey()];
    const paid = await chain.payment(version, [
      payee,
      p2pkh(payer),
      p2sh(multisig([payer, single])),
      payee,
      p2sh(shared),
    ]);
    await chain.send(paid);
    // An unconfirmed transaction itself pays on.
    const coins = [coinOf(paid, 1, [payer], { reveal: payer.publicKey })];
    const onwards = await chain.payment(version, [], { coins });
    await chain.send(onwards);
    sent.push(paid, onwards);
  }
  return sent;
}

/** Mines every kind of script, then spends those that keys can spend, in the newest version and without a fee. */
export async function payEveryScript(chain: ZcashChain): Promise<void> {
  const { versions } = await chain.rules();
  const version = versions.at(-1) as 4 | 5 | 6;
  const scripts = [p2pk(single), p2pk(uncompressed), shared, p2sh(shared), p2sh(open), p2pkh(single)];
  const odd = ['6a20'.padEnd(68, 'a'), '6a0474657374', '6a', '', '51', '61'.repeat(10_001), `5120${'07'.repeat(32)}`];
  const paid = await chain.payment(version, [...scripts, ...odd.map((script) => Buffer.from(script, 'hex'))], {
    fee: 0n,
  });
  await chain.mineExactly([paid]);
  const two = cosigners.slice(0, 2);
  const coins = [
    coinOf(paid, 0, [single]),
    coinOf(paid, 1, [uncompressed]),
    coinOf(paid, 2, two, { isMultisig: true }),
    coinOf(paid, 3, two, { isMultisig: true, reveal: shared, redeemScript: shared }),
    coinOf(paid, 4, [], { reveal: open, redeemScript: open }),
    coinOf(paid, 5, [single], { reveal: single.publicKey }),
  ];
  // Back to an address that the same transaction spends from, in its hashed form.
  await chain.mineExactly([await chain.payment(version, [p2pkh(single)], { coins, fee: 0n })]);
}

/** Two payments of one coin to the same new address, and a child of the first; none is sent. */
export async function doubleSpend(chain: ZcashChain): Promise<{
  readonly first: SignedTransaction;
  readonly child: SignedTransaction;
  readonly second: SignedTransaction;
}> {
  const { versions } = await chain.rules();
  const version = versions.at(-1) as 4 | 5 | 6;
  const coins = await chain.takeCoins(1);
  const payee = chain.newKey();
  const first = await chain.payment(version, [p2pkh(payee)], { coins });
  const paid = coinOf(first, 0, [payee], { reveal: payee.publicKey });
  const child = await chain.payment(version, [], { coins: [paid] });
  // No fee, so that a block can be made of it; to the same address, so that its history has the same length.
  const second = await chain.payment(version, [p2pkh(payee), p2pkh(payee)], { coins, fee: 0n });
  return { first, child, second };
}

function coinOf(
  { txid, wire }: SignedTransaction,
  vout: number,
  signers: ZcashCoin['signers'],
  more: Partial<ZcashCoin> = {},
): ZcashCoin {
  const output = wire.outputs[vout];
  if (!output) throw new RangeError(`${txid} has no output ${vout}`);
  return { txid, vout, amount: output.value, script: output.script, signers, ...more };
}
