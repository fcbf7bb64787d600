/** Deposit transactions of the OP stack (type 0x7e): they may mint, pay no fee, and mint even where they fail. */

import { contractArtifact } from '@chaintrail/anvil';
import { concat, hexlify, Interface, type InterfaceAbi, toBeHex, zeroPadValue } from 'ethers';
import type { Cast } from './evm-cast.js';
import type { Contracts } from './evm-plays.js';

interface Deposit {
  readonly from: string;
  /** None: it creates a contract. */
  readonly to?: string;
  readonly mint: bigint;
  readonly value: bigint;
  readonly data?: string;
}

let deposits = 0;

export async function playDeposits(cast: Cast, { splitter, reverter, coin }: Contracts): Promise<void> {
  const [depositor, other] = [cast.freshAddress(), cast.freshAddress()];
  // The pool looks at what the sender has in the last block.
  const send = async (deposit: Deposit): Promise<void> => {
    await sendDeposit(cast, deposit);
    await cast.mine();
  };
  await send({ from: depositor, to: other, mint: 1_000n, value: 400n });
  await send({ from: depositor, to: depositor, mint: 5n, value: 5n });
  await send({ from: other, to: depositor, mint: 0n, value: 100n });
  await send({ from: depositor, to: other, mint: 77n, value: 0n });
  // Nothing but the mint is left of it.
  await send({ from: depositor, to: reverter.address, mint: 33n, value: 20n });
  const payees = [cast.freshAddress(), other];
  const split = splitter.interface.encodeFunctionData('split', [payees]);
  await send({ from: depositor, to: splitter.address, mint: 0n, value: 50n, data: split });
  const mint = coin.interface.encodeFunctionData('mint', [depositor, 9n]);
  await send({ from: depositor, to: coin.address, mint: 1n, value: 0n, data: mint });
  const { abi, bytecode } = contractArtifact('Mortal');
  const data = concat([bytecode, new Interface(abi as unknown as InterfaceAbi).encodeDeploy([])]);
  await send({ from: depositor, mint: 10n, value: 10n, data });
}

function sendDeposit(cast: Cast, { from, to, mint, value, data }: Deposit): Promise<string> {
  deposits += 1;
  return cast.node.rpc<string>('eth_sendTransaction', {
    type: '0x7e',
    from,
    ...(to === undefined ? {} : { to }),
    mint: hexQuantity(mint),
    value: hexQuantity(value),
    gas: hexQuantity(1_000_000n),
    isSystemTx: false,
    input: hexlify(data ?? '0x'),
    sourceHash: zeroPadValue(toBeHex(deposits), 32),
  });
}

function hexQuantity(value: bigint): string {
  return `0x${value.toString(16)}`;
}
