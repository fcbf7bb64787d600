/** The contracts that fill a development chain, compiled from `contracts/*.sol`. */
import { readFileSync } from 'node:fs';

/** In the words of the Solidity compiler; what libraries such as ethers take. */
export interface AbiEntry {
  readonly type: string;
  readonly [word: string]: unknown;
}

export interface ContractArtifact {
  readonly abi: readonly AbiEntry[];
  /** Creation code, with 0x. */
  readonly bytecode: string;
}

export type ContractName =
  | 'Bouncer'
  | 'Coin'
  | 'Collectible'
  | 'Factory'
  | 'HostileToken'
  | 'Inquirer'
  | 'Items'
  | 'Mortal'
  | 'PayoutLibrary'
  | 'PriceFeed'
  | 'RebasingCoin'
  | 'Reverter'
  | 'Splitter'
  | 'Stillborn'
  | 'TaxedCoin'
  | 'Unborn'
  | 'Wallet'
  | 'WrappedEther';

let artifacts: Readonly<Record<ContractName, ContractArtifact>> | undefined;

/** @returns the ABI and the creation code of a contract */
export function contractArtifact(name: ContractName): ContractArtifact {
  artifacts ??= JSON.parse(readFileSync(new URL('../contracts/artifacts.json', import.meta.url), 'utf8')) as Readonly<
    Record<ContractName, ContractArtifact>
  >;
  return artifacts[name];
}
