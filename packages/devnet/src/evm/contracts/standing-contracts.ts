/** The contracts that a chain begins with, compiled from the sources of the development chain for tests. */
import { type ContractName, contractArtifact } from '@chaintrail/anvil';
import type { EvmChain } from '@chaintrail/chains';
import { encodeBytes32String, Interface, type InterfaceAbi } from 'ethers';
import { addressOf, bytesOf, type Hex, ZERO_ADDRESS } from '../bytes/hex.js';
import type { BlockPlace, Machine } from '../machine/evm-machine.js';
import { PRICE_FEEDS } from './price-feed.js';

/** Wrapped ether stands here on every chain of the OP stack, and on local networks that are followed. */
const OP_WETH: Hex = '0x4200000000000000000000000000000000000006';
const CREATION_GAS = 20_000_000n;

const STANDING = {
  gold: { artifact: 'Coin', parameters: ['Demo Gold', 'GOLD', 18, 0] },
  dollar: { artifact: 'Coin', parameters: ['Demo Dollar', 'DUSD', 6, 0] },
  rebasing: { artifact: 'RebasingCoin', parameters: [] },
  hostile: { artifact: 'HostileToken', parameters: [] },
  weth: { artifact: 'WrappedEther', parameters: [] },
  pictures: { artifact: 'Collectible', parameters: [] },
  items: { artifact: 'Items', parameters: [] },
  splitter: { artifact: 'Splitter', parameters: [] },
  library: { artifact: 'PayoutLibrary', parameters: [] },
  bouncer: { artifact: 'Bouncer', parameters: [] },
  inquirer: { artifact: 'Inquirer', parameters: [] },
  reverter: { artifact: 'Reverter', parameters: [] },
  factory: { artifact: 'Factory', parameters: [] },
  wallet: { artifact: 'Wallet', parameters: [] },
} as const satisfies Record<string, { artifact: ContractName; parameters: readonly unknown[] }>;
export type StandingName = keyof typeof STANDING;

const interfaces = new Map<ContractName, Interface>();

function interfaceOf(name: ContractName): Interface {
  const found = interfaces.get(name) ?? new Interface(contractArtifact(name).abi as InterfaceAbi);
  interfaces.set(name, found);
  return found;
}

/** Code that makes a contract, its constructor's parameters included. */
export function creationCode(name: ContractName, parameters: readonly unknown[] = []): Hex {
  return `${contractArtifact(name).bytecode}${interfaceOf(name).encodeDeploy(parameters).slice(2)}`;
}

/** Input of a call. */
export function callInput(name: ContractName, method: string, parameters: readonly unknown[] = []): Hex {
  return interfaceOf(name).encodeFunctionData(method, parameters);
}

export class StandingContracts {
  private readonly addresses: ReadonlyMap<StandingName, Hex>;
  private readonly feeds: typeof PRICE_FEEDS;

  constructor(seed: number, { feeRules }: EvmChain) {
    const names = Object.keys(STANDING) as StandingName[];
    const addresses = new Map(names.map((name) => [name, addressOf('contract', seed, name)]));
    addresses.set('weth', OP_WETH);
    this.addresses = addresses;
    this.feeds = feeRules === 'ethereum' ? PRICE_FEEDS : [];
  }

  at(name: StandingName): Hex {
    return this.addresses.get(name) as Hex;
  }

  input(name: StandingName, method: string, parameters: readonly unknown[] = []): Hex {
    return callInput(STANDING[name].artifact, method, parameters);
  }

  /** Puts them where they are to stand: their constructors run there, and leave their code. */
  async lay(machine: Machine, place: BlockPlace): Promise<void> {
    for (const [name, address] of this.addresses) {
      const { artifact, parameters } = STANDING[name];
      await layAt(machine, place, address, creationCode(artifact, parameters));
    }
    for (const { symbol, middle, address } of this.feeds) {
      const pair = encodeBytes32String(`${symbol} / USD`);
      await layAt(machine, place, address, creationCode('PriceFeed', [pair, middle]));
    }
  }
}

async function layAt(machine: Machine, place: BlockPlace, address: Hex, code: Hex): Promise<void> {
  // As of every contract; an account of nothing could not write to its storage.
  machine.state.write(address, { nonce: 1n });
  const message = { from: ZERO_ADDRESS, to: address, value: 0n, input: '0x', gas: CREATION_GAS, code };
  const { frame } = await machine.run(message, place);
  if (frame.error !== null || frame.output === null) throw new TypeError(`a contract failed: ${frame.error}`);
  machine.state.setCode(address, bytesOf(frame.output));
}
