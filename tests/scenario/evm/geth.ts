/** A real geth whose genesis has the cast's accounts, with the rules of a fork from its first block on, or of one after another. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type EngineGenesis, EngineNode, type EngineNodeProgram } from '@chaintrail/testkit';
import { parseEther, toQuantity } from 'ethers';
import { type Cast, castActors } from './evm-cast.js';

const BLOCK_FORKS = [
  'homestead',
  'eip150',
  'eip155',
  'eip158',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'berlin',
  'london',
];
const TIME_FORKS = ['shanghai', 'cancun', 'prague', 'osaka', 'amsterdam'] as const;
type TimeFork = (typeof TIME_FORKS)[number];
type GethFork = 'paris' | TimeFork;
/** All up to one from the first block on, or each from a time on. */
export type GethForks = GethFork | Readonly<Partial<Record<TimeFork, number>>>;

const BLOBS = { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 };
export const GENESIS_TIME = 1_760_000_000;
/** So that every block has room for whatever a play sends. */
const GAS_LIMIT = 1_000_000_000;

interface GenesisAccount {
  readonly balance: string;
  readonly code?: string;
}

type Contracts = Readonly<Record<string, GenesisAccount>>;
const systemContracts = new Map<string, Promise<Contracts>>();

/** Contracts that blocks call by themselves: since Prague geth makes no block where they have no code. It knows them itself. */
async function readSystemContracts(binary: string): Promise<Contracts> {
  const { stdout } = await promisify(execFile)(binary, ['--dev', 'dumpgenesis']);
  const { alloc } = JSON.parse(stdout) as { readonly alloc: Readonly<Record<string, GenesisAccount>> };
  return Object.fromEntries(Object.entries(alloc).filter(([, { code }]) => code !== undefined));
}

function timesOf(forks: GethForks): Readonly<Partial<Record<TimeFork, number>>> {
  if (typeof forks === 'object') return forks;
  const passed = TIME_FORKS.slice(0, (TIME_FORKS as readonly GethFork[]).indexOf(forks) + 1);
  return Object.fromEntries(passed.map((each) => [each, 0]));
}

function gethGenesis(forks: GethForks, contracts: Contracts): EngineGenesis {
  const times = Object.entries(timesOf(forks));
  return {
    config: {
      chainId: 1337,
      terminalTotalDifficulty: 0,
      ...Object.fromEntries(BLOCK_FORKS.map((each) => [`${each}Block`, 0])),
      ...Object.fromEntries(times.map(([fork, time]) => [`${fork}Time`, time])),
      blobSchedule: { cancun: BLOBS, prague: BLOBS, osaka: BLOBS, amsterdam: BLOBS },
    },
    timestamp: toQuantity(GENESIS_TIME),
    gasLimit: toQuantity(GAS_LIMIT),
    difficulty: '0x0',
    baseFeePerGas: toQuantity(1_000_000_000),
    alloc: {
      ...contracts,
      ...Object.fromEntries(castActors().map(({ address }) => [address, { balance: toQuantity(parseEther('10000')) }])),
    },
  };
}

export async function startGeth(
  binary: string,
  forks: GethForks,
  more: Partial<EngineNodeProgram> = {},
): Promise<EngineNode> {
  const contracts = systemContracts.get(binary) ?? readSystemContracts(binary);
  systemContracts.set(binary, contracts);
  const genesis = more.genesis ?? gethGenesis(forks, await contracts);
  return EngineNode.start({ name: 'geth', binary, ...more, genesis });
}

/** Ether from the beacon chain, to an address that is new, to one that is not, and of nothing. */
export async function playWithdrawals(cast: Cast): Promise<void> {
  const node = cast.node as EngineNode;
  const [known, fresh] = [cast.actor(2).address, cast.freshAddress()];
  await node.build({
    withdrawals: [
      { address: fresh, gwei: 3n },
      { address: known, gwei: 32_000_000_001n },
      { address: fresh, gwei: 4n },
      { address: cast.freshAddress(), gwei: 0n },
    ],
  });
  await cast.send(cast.actor(1), { to: fresh, value: 1n });
  await node.build({ withdrawals: [{ address: fresh, gwei: 5n }], feeRecipient: fresh });
}
