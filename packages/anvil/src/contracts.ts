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
let tokens: Readonly<Record<string, string>> | undefined;

/** @returns the ABI and the creation code of a contract */
export function contractArtifact(name: ContractName): ContractArtifact {
  artifacts ??= compiled<Readonly<Record<ContractName, ContractArtifact>>>('artifacts.json');
  return artifacts[name];
}

/**
 * @param name of a contract of `contracts/tokens/`
 * @returns its creation code, with 0x
 * @throws RangeError where there is none
 */
export function tokenBytecode(name: string): string {
  tokens ??= compiled<Readonly<Record<string, string>>>('tokens/bytecode.json');
  const code = tokens[name];
  if (code === undefined) throw new RangeError(`contracts/tokens/ has no ${name}`);
  return code;
}

function compiled<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(`../contracts/${path}`, import.meta.url), 'utf8')) as T;
}
