/** Plays of the OP stack alone: deposits out of layer 1 (type 0x7e), and withdrawals to it. */
import { contractArtifact } from '@chaintrail/anvil';
import type { EngineNode } from '@chaintrail/testkit';
import { hexlify, parseEther, toBeHex, toQuantity, zeroPadValue } from 'ethers';
import type { Cast } from '../evm-cast.js';
import type { Contracts } from '../evm-plays.js';
import { MESSAGE_PASSER, type OpDeposit, rawDeposit } from './op-geth.js';

interface Parties {
  readonly depositor: string;
  readonly other: string;
}

/** Between two, to itself, of nothing, by a mint alone, to contracts, and of a new contract. */
function succeeding(
  { depositor, other }: Parties,
  { splitter, coin }: Pick<Contracts, 'splitter' | 'coin'>,
  split: string,
): OpDeposit[] {
  return [
    { from: depositor, to: other, mint: 1_000n, value: 400n },
    { from: depositor, to: depositor, mint: 5n, value: 5n },
    { from: other, to: depositor, value: 100n },
    { from: depositor, to: other, mint: 77n },
    { from: depositor, to: splitter.address, value: 50n, data: split },
    { from: depositor, to: coin.address, mint: 1n, data: coin.interface.encodeFunctionData('mint', [depositor, 9n]) },
    { from: depositor, mint: 10n, value: 10n, data: contractArtifact('Mortal').bytecode },
  ];
}

/** A call that pays a new address and another one. */
function splitBetween(cast: Cast, { splitter }: Contracts, other: string): string {
  return splitter.interface.encodeFunctionData('split', [[cast.freshAddress(), other]]);
}

/** One a block: Anvil takes them by its pool, which looks at the sender's balance in the last block. */
export async function playAnvilDeposits(cast: Cast, contracts: Contracts): Promise<void> {
  const [depositor, other] = [cast.freshAddress(), cast.freshAddress()];
  const list = succeeding({ depositor, other }, contracts, splitBetween(cast, contracts, other));
  // Nothing but the mint is left of it.
  list.splice(4, 0, { from: depositor, to: contracts.reverter.address, mint: 33n, value: 20n });
  for (const deposit of list) {
    await sendToAnvil(cast, deposit);
    await cast.mine();
  }
}

let sent = 0;

function sendToAnvil(cast: Cast, { from, to, mint = 0n, value = 0n, data = '0x' }: OpDeposit): Promise<string> {
  return cast.node.rpc<string>('eth_sendTransaction', {
    ...{ type: '0x7e', from, ...(to === undefined ? {} : { to }) },
    ...{ mint: toQuantity(mint), value: toQuantity(value), gas: toQuantity(1_000_000n) },
    ...{ isSystemTx: false, input: hexlify(data), sourceHash: zeroPadValue(toBeHex(++sent), 32) },
  });
}

/** They mint also where they fail, pay no fee, and come before what the pool has. */
export async function playOpDeposits(cast: Cast, contracts: Contracts): Promise<void> {
  const { splitter, reverter } = contracts;
  const node = cast.node as EngineNode;
  const [depositor, other] = [cast.freshAddress(), cast.freshAddress()];
  const build = (deposits: readonly OpDeposit[], withPool = false) =>
    node.build({
      transactions: deposits.map((deposit) => rawDeposit(deposit)),
      ...(withPool ? { attributes: { noTxPool: false } } : {}),
    });
  const split = splitBetween(cast, contracts, other);
  await build(succeeding({ depositor, other }, contracts, split));
  // Nothing but what they mint is left of these.
  await build([
    { from: depositor, to: reverter.address, mint: 33n, value: 20n },
    { from: depositor, to: other, mint: 34n, value: parseEther('1') },
    { from: depositor, mint: 35n, value: 1n, data: contractArtifact('Unborn').bytecode },
    { from: depositor, to: splitter.address, mint: 36n, value: 1n, data: split, gas: 23_000n },
    { from: cast.freshAddress(), to: reverter.address, mint: 37n },
  ]);
  // An account that signs transactions, too.
  const alice = cast.actor(1);
  await cast.send(cast.actor(2), { to: cast.freshAddress(), value: 6n });
  await build([{ from: alice.address, to: other, mint: 3n, value: 2n }], true);
  cast.forgetNonces();
  await cast.send(alice, { to: other, value: 4n });
  await cast.mine();
}

/** The message passer keeps what leaves for layer 1. */
export async function playOpWithdrawals(cast: Cast): Promise<void> {
  const bob = cast.actor(2);
  await cast.send(bob, { to: MESSAGE_PASSER, value: 9n, gasLimit: 60_000n });
  await cast.send(bob, { to: MESSAGE_PASSER, value: 11n, data: '0xc2b3e5ac', gasLimit: 60_000n });
  await cast.mine();
}
