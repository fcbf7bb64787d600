/** The contracts of the demo chain. Their addresses follow from their maker's numbers, so that every run finds them. */
import { type ContractName, contractArtifact } from '@chaintrail/anvil';
import { concat, getCreateAddress, Interface, type InterfaceAbi } from 'ethers';
import { callNode } from '../call-node.js';
import type { People } from './people.js';
import type { Sender } from './sender.js';

const DEPLOY_GAS = 5_000_000n;

const DEPLOYED = [
  ['Coin', ['Trail Dollar', 'TRD', 6, 10n ** 15n]],
  ['Collectible', []],
  ['Items', []],
  ['WrappedEther', []],
  ['Splitter', []],
  ['Factory', []],
  ['Reverter', []],
] as const satisfies readonly (readonly [ContractName, readonly unknown[]])[];

type DemoContractName = (typeof DEPLOYED)[number][0];

interface DemoContract {
  readonly address: string;
  encode(method: string, ...args: readonly unknown[]): string;
}

export type DemoContracts = Readonly<Record<DemoContractName, DemoContract>>;

/** Creation code and arguments of a contract. */
export function creationCode(name: ContractName, args: readonly unknown[]): string {
  const { bytecode } = contractArtifact(name);
  return concat([bytecode, interfaceOf(name).encodeDeploy(args)]);
}

/** @returns the contracts; those that are missing (of a new chain, all) wait for the next block */
export async function deployContracts(url: string, sender: Sender, { accounts }: People): Promise<DemoContracts> {
  const maker = accounts[0]!;
  const made = Number(await callNode<string>(url, 'eth_getTransactionCount', maker.address, 'pending'));
  const contracts: Partial<Record<DemoContractName, DemoContract>> = {};
  for (const [nonce, [name, args]] of DEPLOYED.entries()) {
    if (nonce >= made) await sender.send(maker, { data: creationCode(name, args), gasLimit: DEPLOY_GAS });
    const abi = interfaceOf(name);
    contracts[name] = {
      address: getCreateAddress({ from: maker.address, nonce }),
      encode: (method, ...values) => abi.encodeFunctionData(method, values),
    };
  }
  return contracts as DemoContracts;
}

function interfaceOf(name: ContractName): Interface {
  return new Interface(contractArtifact(name).abi as unknown as InterfaceAbi);
}
