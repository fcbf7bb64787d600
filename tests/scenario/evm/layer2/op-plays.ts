/** What only happens on the OP stack: deposits out of layer 1 (type 0x7e), and what leaves for it. */
import { contractArtifact } from '@chaintrail/anvil';
import type { EngineNode } from '@chaintrail/testkit';
import { parseEther } from 'ethers';
import type { Cast } from '../evm-cast.js';
import type { Contracts } from '../evm-plays.js';
import { MESSAGE_PASSER, type OpDeposit, rawDeposit } from './op-geth.js';

/** They mint also where they fail, pay no fee, and come before what the pool has. */
export async function playOpDeposits(cast: Cast, { splitter, reverter, coin }: Contracts): Promise<void> {
  const node = cast.node as EngineNode;
  const [depositor, other] = [cast.freshAddress(), cast.freshAddress()];
  const build = (deposits: readonly OpDeposit[], withPool = false) =>
    node.build({
      transactions: deposits.map((deposit) => rawDeposit(deposit)),
      ...(withPool ? { attributes: { noTxPool: false } } : {}),
    });
  const { bytecode } = contractArtifact('Mortal');
  const split = splitter.interface.encodeFunctionData('split', [[cast.freshAddress(), other]]);
  await build([
    { from: depositor, to: other, mint: 1_000n, value: 400n },
    { from: depositor, to: depositor, mint: 5n, value: 5n },
    { from: other, to: depositor, value: 100n },
    { from: depositor, to: other, mint: 77n },
    { from: depositor, to: splitter.address, value: 50n, data: split },
    { from: depositor, to: coin.address, mint: 1n, data: coin.interface.encodeFunctionData('mint', [depositor, 9n]) },
    { from: depositor, mint: 10n, value: 10n, data: bytecode },
  ]);
  // Nothing but what they mint is left of these.
  await build([
    { from: depositor, to: reverter.address, mint: 33n, value: 20n },
    { from: depositor, to: other, mint: 34n, value: parseEther('1') },
    { from: depositor, mint: 35n, value: 1n, data: contractArtifact('Unborn').bytecode },
    { from: depositor, to: splitter.address, mint: 36n, value: 1n, data: split, gas: 23_000n },
    { from: cast.freshAddress(), to: reverter.address, mint: 37n },
  ]);
  // Of an account that signs transactions, too.
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
