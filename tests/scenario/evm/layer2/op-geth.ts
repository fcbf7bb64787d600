/**
 * A real op-geth. Its blocks begin with the deposit of a rollup node that tells of layer 1: base fee and scalars.
 * Sources: ethereum-optimism/specs specs/protocol/{deposits,predeploys}.md, {ecotone,isthmus,jovian}/l1-attributes.md
 */
import { type BlockContext, type EngineGenesis, EngineNode } from '@chaintrail/testkit';
import { concat, encodeRlp, id, parseEther, toBeHex, toQuantity, ZeroAddress } from 'ethers';
import { castActors } from '../evm-cast.js';

export interface OpDeposit {
  readonly from: string;
  /** None: it creates a contract. */
  readonly to?: string;
  readonly mint?: bigint;
  readonly value?: bigint;
  readonly gas?: bigint;
  readonly data?: string;
}

/** Blocks in which forks begin: low enough for the first plays to meet all of them. */
const OP_FORKS = { fjord: 4, isthmus: 12, jovian: 23 } as const;
const BLOCK_SECONDS = 2;
const GENESIS_TIME = 1_760_000_000;
const GAS_LIMIT = 1_000_000_000n;
const SCALARS = {
  base: 5_227,
  blob: 1_014_213,
  operator: 10_000_000,
  operatorConstant: 5_000,
  daFootprint: 400,
} as const;
const L1_BASE_FEE = 7_000_000_000n;
const L1_BLOB_BASE_FEE = 3_000_000_000n;

const L1_BLOCK = '0x4200000000000000000000000000000000000015';
export const MESSAGE_PASSER = '0x4200000000000000000000000000000000000016';
const SEQUENCER_VAULT = '0x4200000000000000000000000000000000000011';
const DEPOSITOR = '0xDeaDDEaDDeAdDeAdDEAdDEaddeAddEAdDEAd0001';
/** setL1BlockValues of each fork. */
const SELECTORS = { ecotone: '0x440a5e20', isthmus: '0x098999be', jovian: '0x3db6be2b' } as const;

export function startOpGeth(binary: string): Promise<EngineNode> {
  return EngineNode.start({
    name: 'op-geth',
    binary,
    genesis: genesis(),
    blockSeconds: BLOCK_SECONDS,
    args: ['--rollup.disabletxpoolgossip=true'],
    attributes: attributesOf,
  });
}

let deposits = 0;

/** A deposit as it comes out of layer 1, another one each time. */
export function rawDeposit(deposit: OpDeposit, source = id(`deposit ${deposits++}`)): string {
  const { from, to = '0x', mint = 0n, value = 0n, gas = 1_000_000n, data = '0x' } = deposit;
  return concat(['0x7e', encodeRlp([source, from, to, number(mint), number(value), number(gas), '0x', data])]);
}

function number(value: bigint): string {
  return value === 0n ? '0x' : toBeHex(value);
}

function attributesOf({ number: height, timestamp, plan }: BlockContext): Readonly<Record<string, unknown>> {
  // The rollup node leaves the pool alone where a fork begins, which the first attributes of its own follow.
  const isForksFirst = height === OP_FORKS.isthmus || height === OP_FORKS.jovian;
  return {
    suggestedFeeRecipient: SEQUENCER_VAULT,
    transactions: [l1Attributes(height, timestamp), ...(plan.transactions ?? [])],
    noTxPool: isForksFirst || plan.transactions !== undefined,
    gasLimit: toQuantity(GAS_LIMIT),
    ...(height >= OP_FORKS.fjord ? { eip1559Params: '0x0000000000000000' } : {}),
    ...(height >= OP_FORKS.jovian ? { minBaseFee: 1_000 } : {}),
  };
}

function l1Attributes(height: number, timestamp: number): string {
  const isIsthmus = height > OP_FORKS.isthmus;
  const isJovian = height > OP_FORKS.jovian;
  const data = concat([
    isJovian ? SELECTORS.jovian : isIsthmus ? SELECTORS.isthmus : SELECTORS.ecotone,
    ...[toBeHex(SCALARS.base, 4), toBeHex(SCALARS.blob, 4), toBeHex(0, 8), toBeHex(timestamp, 8), toBeHex(height, 8)],
    ...[word(L1_BASE_FEE), word(L1_BLOB_BASE_FEE), word(height), word(1)],
    ...(isIsthmus ? [toBeHex(SCALARS.operator, 4), toBeHex(SCALARS.operatorConstant, 8)] : []),
    ...(isJovian ? [toBeHex(SCALARS.daFootprint, 2)] : []),
  ]);
  return rawDeposit({ from: DEPOSITOR, to: L1_BLOCK, data }, id(`attributes ${height}`));
}

function genesis(): EngineGenesis {
  const at = (height: number): number => GENESIS_TIME + BLOCK_SECONDS * height;
  return {
    config: {
      chainId: 901,
      terminalTotalDifficulty: 0,
      ...Object.fromEntries(BLOCK_FORKS.map((fork) => [`${fork}Block`, 0])),
      ...{ regolithTime: 0, shanghaiTime: 0, canyonTime: 0, cancunTime: 0, ecotoneTime: 0 },
      ...{ fjordTime: at(OP_FORKS.fjord), graniteTime: at(OP_FORKS.fjord), holoceneTime: at(OP_FORKS.fjord) },
      ...{ pragueTime: at(OP_FORKS.isthmus), isthmusTime: at(OP_FORKS.isthmus), jovianTime: at(OP_FORKS.jovian) },
      optimism: { eip1559Elasticity: 6, eip1559Denominator: 50, eip1559DenominatorCanyon: 250 },
    },
    timestamp: toQuantity(GENESIS_TIME),
    gasLimit: toQuantity(GAS_LIMIT),
    difficulty: '0x0',
    coinbase: ZeroAddress,
    baseFeePerGas: toQuantity(1_000_000),
    excessBlobGas: '0x0',
    blobGasUsed: '0x0',
    alloc: {
      ...Object.fromEntries(castActors().map(({ address }) => [address, { balance: toQuantity(parseEther('10000')) }])),
      ...predeploys(),
    },
  };
}

const BLOCK_FORKS = [
  ...['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg', 'istanbul'],
  ...['muirGlacier', 'berlin', 'london', 'arrowGlacier', 'grayGlacier', 'mergeNetsplit', 'bedrock'],
];

/**
 * Code that takes everything. op-geth charges fees by the slots of L1Block (core/types/rollup_cost.go), which agree
 * with the attributes. The message passer needs a slot: blocks since Isthmus have the root of its storage.
 */
function predeploys(): Readonly<Record<string, object>> {
  const scalars = concat([toBeHex(0, 16), toBeHex(SCALARS.base, 4), toBeHex(SCALARS.blob, 4), toBeHex(0, 8)]);
  const operator = concat([toBeHex(0, 20), toBeHex(SCALARS.operator, 4), toBeHex(SCALARS.operatorConstant, 8)]);
  const slots = {
    [word(1)]: word(L1_BASE_FEE),
    [word(3)]: scalars,
    [word(7)]: word(L1_BLOB_BASE_FEE),
    [word(8)]: operator,
  };
  return {
    [L1_BLOCK]: { balance: '0x0', code: STOP, storage: slots },
    [MESSAGE_PASSER]: { balance: '0x0', code: STOP, storage: { [word(1)]: word(1) } },
    // EIP-4788 and EIP-2935: their contracts are there before the forks.
    '0x000F3df6D732807Ef1319fB7B8bB8522d0Beac02': { balance: '0x0', code: STOP },
    '0x0000F90827F1C53a10cb7A02335B175320002935': { balance: '0x0', code: STOP },
  };
}

const STOP = '0x00';

function word(value: bigint | number): string {
  return toBeHex(value, 32);
}
