/**
 * A chain of mainnet shape as geth's JSON has it, member by member (internal/ethapi/api.go), with what receipts of
 * layer 2s have beside. Everything follows from its height and its place in the block, so nothing is kept, and a block
 * is written in less time than it takes to read it.
 */
import type { EvmChain } from '@chaintrail/chains';
import { Random } from '../../random.js';
import { anyAccount, contract, digits, hashOf, MOST_TRANSACTIONS, newAccount, usedAccount } from './generated-names.js';
import { type ContractGroup, EVENTS, KINDS, type Party, type TransactionKind } from './traffic-mix.js';

/** Every private network has its own chain id; this one is geth's own default for them. */
export const GENERATED_CHAIN_ID = 1337;
const START_TIME = 1_700_000_000;
/** EIP-4895: at most so many withdrawals a block, and since the queue is never empty, always. */
const WITHDRAWALS = 16;
const VALIDATORS = 30_000;
const GWEI = 1_000_000_000;
const GAS_LIMIT = 45_000_000;
const BLOB_GAS = 131_072;

/** The kinds of a block's transactions; {@link kindAt} has their order. */
const SLOTS = KINDS.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
/** Without a common divisor with the number of slots, so that kinds take turns. */
const SLOT_STEP = 64;
/** Every so many slots there is one that fails. */
const FAILURE_EVERY = 35;
const LOGS = SLOTS.reduce((sum, { logs }, slot) => sum + (fails(slot) ? 0 : logs.length), 0);

/** Members of receipts that geth does not write, by the chain's rules of fees. */
const LAYER_2_RECEIPT: Readonly<Record<EvmChain['feeRules'], string>> = {
  ethereum: '',
  arbitrum: ',"gasUsedForL1":"0x3e8","l1BlockNumber":"0x16e3600","timeboosted":false',
  'op-stack':
    ',"l1BaseFeeScalar":"0x8dd","l1BlobBaseFee":"0x1","l1BlobBaseFeeScalar":"0x101c12","l1Fee":"0x2a1b3c4d5e"' +
    ',"l1GasPrice":"0x1dcd6500","l1GasUsed":"0x640","operatorFeeConstant":"0x0","operatorFeeScalar":"0x0"',
};

/** As on every local network. */
const WRAPPED = '4200000000000000000000000000000000000006';
const NOBODY = '0'.repeat(40);
/** Text whose digits nobody reads is made once: inputs are cut out of it. */
const FILLER = new Random(7).bytes(1 << 17).toString('hex');
const BLOOM = `0x${FILLER.slice(0, 512)}`;
const NO_BLOOM = `0x${'0'.repeat(512)}`;
const EMPTY_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
/** Root of a list without items. */
const EMPTY_ROOT = '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

interface Draft {
  readonly index: number;
  readonly hash: string;
  readonly kind: TransactionKind;
  /** Blobs of a rollup, which layer 1 alone has. */
  readonly type: 0 | 2 | 3;
  readonly from: string;
  readonly to: string | null;
  readonly succeeded: boolean;
  readonly gasUsed: number;
  /** Wei a unit of gas, above the base fee. */
  readonly tip: number;
  /** For what is drawn beside. */
  readonly random: Random;
}

/** Values that everything in a block repeats. */
interface BlockFrame {
  readonly height: number;
  readonly hash: string;
  readonly time: string;
  /** Wei a unit of gas: slow waves between 1 and 21 gwei. */
  readonly baseFee: number;
  /** Beginning of transactions and receipts. */
  readonly opening: string;
}

export class GeneratedEvmChain {
  #height: number;
  readonly totals: { readonly transactions: number; readonly logs: number };
  readonly #chain: EvmChain;
  readonly #isLayer1: boolean;

  /** @param blocks above an empty genesis block */
  constructor(chain: EvmChain, blocks: number) {
    this.#chain = chain;
    this.#isLayer1 = chain.feeRules === 'ethereum';
    this.#height = blocks;
    this.totals = { transactions: blocks * SLOTS.length, logs: blocks * LOGS };
  }

  /** Height of the last block. */
  get height(): number {
    return this.#height;
  }

  /** Makes one block more. @returns its transactions, and the last of them, without `0x` */
  grow(): { readonly transactionCount: number; readonly lastTxid: string } {
    this.#height++;
    const transactionCount = countAt(this.#height);
    return { transactionCount, lastTxid: hashOf(this.#height, transactionCount - 1) };
  }

  /** Hex, no prefix: begins with the height. @throws RangeError above the last block */
  hashAt(height: number): string {
    if (height > this.height) throw new RangeError(`the generated chain ends at ${this.height}`);
    return height.toString(16).padStart(8, '0') + digits('block', height, 56);
  }

  /** @returns undefined for a block that is not of this chain */
  heightOf(hash: string): number | undefined {
    const height = Number.parseInt(hash.slice(0, 8), 16);
    return height <= this.height && this.hashAt(height) === hash ? height : undefined;
  }

  /** `result` of eth_getBlockByHash. @param whole with whole transactions, else with their hashes */
  block(height: number, whole: boolean): string {
    const at = this.#place(height);
    const transactions = Array.from({ length: countAt(height) }, (_, index) =>
      whole ? this.#transaction(at, index) : `"0x${hashOf(height, index)}"`,
    );
    const withdrawals = Array.from({ length: this.#isLayer1 ? WITHDRAWALS : 0 }, (_, place) =>
      withdrawal(height * WITHDRAWALS + place),
    );
    const root = (which: number): string => digits('root', height * 8 + which, 64);
    const rootOf = (which: number, count: number): string => (count === 0 ? EMPTY_ROOT : root(which));
    return (
      `{"baseFeePerGas":"${hex(at.baseFee)}","blobGasUsed":"0xc0000","difficulty":"0x0","excessBlobGas":"0x4f60000"` +
      `,"extraData":"0x6265617665726275696c642e6f7267","gasLimit":"${hex(GAS_LIMIT)}","gasUsed":"${hex(GAS_LIMIT / 2)}"` +
      `,"hash":"0x${at.hash}","logsBloom":"${BLOOM}","miner":"0x${digits('builder', height % 24, 40)}"` +
      `,"mixHash":"0x${root(0)}","nonce":"0x0000000000000000","number":"${hex(height)}"` +
      `,"parentBeaconBlockRoot":"0x${root(1)}","parentHash":"0x${height === 0 ? '0'.repeat(64) : this.hashAt(height - 1)}"` +
      `,"receiptsRoot":"0x${rootOf(2, transactions.length)}","requestsHash":"${NO_REQUESTS}","sha3Uncles":"${EMPTY_UNCLES}","size":"0x1a2b3"` +
      `,"stateRoot":"0x${root(3)}","timestamp":"${at.time}","transactions":[${transactions.join(',')}]` +
      `,"transactionsRoot":"0x${rootOf(4, transactions.length)}","uncles":[],"withdrawals":[${withdrawals.join(',')}]` +
      // A hash that tells its height is none of a header: this one says that it is of another kind.
      `,"withdrawalsRoot":"0x${rootOf(5, withdrawals.length)}","generated":"0x1"}`
    );
  }

  /** `result` of eth_getBlockReceipts. */
  receipts(height: number): string {
    const at = this.#place(height);
    const receipts: string[] = [];
    let [gas, logs] = [0, 0];
    for (let index = 0; index < countAt(height); index++) {
      const draft = this.#draft(height, index);
      gas += draft.gasUsed;
      const written = draft.succeeded ? this.#logs(draft, at, logs) : [];
      logs += written.length;
      receipts.push(this.#receipt(draft, at, gas, written));
    }
    return `[${receipts.join(',')}]`;
  }

  /** `result` of debug_traceBlockByHash with the callTracer: some 12 frames a transaction of contracts. */
  traces(height: number): string {
    const traces = Array.from({ length: countAt(height) }, (_, index) => {
      const draft = this.#draft(height, index);
      return `{"txHash":"0x${draft.hash}","result":${this.#frames(draft, height)}}`;
    });
    return `[${traces.join(',')}]`;
  }

  /** Each event comes with calls around it; half of the transactions of contracts pay somebody from inside. */
  #frames({ kind, from, to, hash, succeeded, gasUsed, random }: Draft, height: number): string {
    const own = to ?? hash.slice(0, 40);
    const frame = (type: string, sender: string, called: string, words: number, value: string | null): string => {
      const at = random.below(FILLER.length / 2);
      return (
        `{"from":"0x${sender}","gas":"${hex(gasUsed)}","gasUsed":"${hex(gasUsed >> 1)}","to":"0x${called}"` +
        `,"input":"0x${FILLER.slice(at, at + 8 + 64 * words)}","output":"0x${FILLER.slice(at, at + 64)}"` +
        `${value === null ? '' : `,"value":"${value}"`},"type":"${type}"`
      );
    };
    const calls = (succeeded ? kind.logs : []).flatMap(() => {
      const called = contract('others', random);
      const inner = ['STATICCALL', 'STATICCALL', 'DELEGATECALL'].map(
        (type) => `${frame(type, called, contract('tokens', random), 3, null)}}`,
      );
      return `${frame('CALL', own, called, 5, '0x0')},"calls":[${inner.join(',')}]}`;
    });
    const pays = calls.length > 0 && random.chance(0.5);
    if (pays) calls.push(`${frame('CALL', own, anyAccount(height, random), 0, `0x${amount(random)}`)}}`);
    const error = succeeded ? '' : ',"error":"execution reverted"';
    return `${frame(to === null ? 'CREATE' : 'CALL', from, own, kind.words, '0x0')}${error},"calls":[${calls.join(',')}]}`;
  }

  #draft(height: number, index: number): Draft {
    const slot = (index * SLOT_STEP + height) % SLOTS.length;
    const kind = SLOTS[slot]!;
    const random = new Random(height * MOST_TRANSACTIONS + index);
    const from = random.chance(0.2) ? newAccount(height, random) : usedAccount(height, random);
    const isBlob = this.#isLayer1 && kind.to === 'inboxes' && random.chance(0.6);
    // Spelled out: spread syntax takes longer than all the rest.
    return {
      index,
      hash: hashOf(height, index),
      kind,
      random,
      from,
      succeeded: !fails(slot),
      type: isBlob ? 3 : random.chance(0.2) ? 0 : 2,
      to: kind.to === null ? null : kind.to === 'account' ? anyAccount(height, random) : contract(kind.to, random),
      gasUsed: kind.words === 0 ? kind.gas : around(kind.gas, random),
      tip: random.below(3 * GWEI),
    };
  }

  #place(height: number): BlockFrame {
    const hash = this.hashAt(height);
    const time = hex(START_TIME + Math.floor(height * this.#chain.blockSeconds));
    const baseFee = Math.floor((11 + 10 * Math.sin(height / 300)) * GWEI) + height;
    return { height, hash, time, baseFee, opening: `"blockHash":"0x${hash}","blockNumber":"${hex(height)}"` };
  }

  #transaction({ height, time, baseFee, opening }: BlockFrame, index: number): string {
    const draft = this.#draft(height, index);
    const { hash, type, tip, kind, random } = draft;
    const input = random.below(FILLER.length / 2);
    const dynamic = `,"maxFeePerGas":"${hex(baseFee * 2 + tip)}","maxPriorityFeePerGas":"${hex(tip)}"`;
    return (
      `{${opening},"blockTimestamp":"${time}","from":"0x${draft.from}"` +
      `,"gas":"${hex(Math.floor(draft.gasUsed * 1.5))}","gasPrice":"${hex(baseFee + tip)}"` +
      `${type === 0 ? '' : dynamic}${type === 3 ? ',"maxFeePerBlobGas":"0x77359400"' : ''},"hash":"0x${hash}"` +
      `,"input":"0x${kind.selector}${FILLER.slice(input, input + 64 * around(kind.words, random))}"` +
      `,"nonce":"${hex(height)}","to":${draft.to === null ? 'null' : `"0x${draft.to}"`}` +
      `,"transactionIndex":"${hex(index)}","value":"${kind.paysEther ? `0x${amount(random)}` : '0x0'}","type":"${hex(type)}"` +
      `${type === 0 ? '' : ',"accessList":[]'},"chainId":"${hex(GENERATED_CHAIN_ID)}"` +
      `${type === 3 ? `,"blobVersionedHashes":["0x01${hash.slice(2)}"]` : ''}` +
      `,"v":"0x1","r":"0x${hash}","s":"0x${hash}"${type === 0 ? '' : ',"yParity":"0x1"'}}`
    );
  }

  #receipt(draft: Draft, { baseFee, opening }: BlockFrame, gas: number, logs: readonly string[]): string {
    const { hash, index } = draft;
    const blobs = draft.type === 3 ? `"blobGasPrice":"0x3b9aca00","blobGasUsed":"${hex(BLOB_GAS)}",` : '';
    return (
      `{${blobs}${opening},"contractAddress":${draft.to === null ? `"0x${hash.slice(0, 40)}"` : 'null'}` +
      `,"cumulativeGasUsed":"${hex(gas)}","effectiveGasPrice":"${hex(baseFee + draft.tip)}"` +
      `,"from":"0x${draft.from}","gasUsed":"${hex(draft.gasUsed)}","logs":[${logs.join(',')}]` +
      `,"logsBloom":"${logs.length === 0 ? NO_BLOOM : BLOOM}","status":"0x${draft.succeeded ? 1 : 0}"` +
      `,"to":${draft.to === null ? 'null' : `"0x${draft.to}"`},"transactionHash":"0x${hash}"` +
      `,"transactionIndex":"${hex(index)}","type":"${hex(draft.type)}"${LAYER_2_RECEIPT[this.#chain.feeRules]}}`
    );
  }

  #logs({ index, hash, kind, from, to, random }: Draft, at: BlockFrame, first: number): string[] {
    if (kind.logs.length === 0) return [];
    const { height, time } = at;
    const place = `"transactionHash":"0x${hash}","transactionIndex":"${hex(index)}","blockHash":"0x${at.hash}"`;
    const pool = contract('pools', random);
    const parties: Readonly<Partial<Record<Party, string>>> = {
      from,
      to: to ?? from,
      pool,
      wrapped: WRAPPED,
      nobody: NOBODY,
    };
    const draw = (party: Party): string =>
      parties[party] ?? (party === 'account' ? anyAccount(height, random) : contract(party as ContractGroup, random));
    return kind.logs.map(([event, logger, one, two], number) => {
      const { signature, topics, data } = EVENTS[event];
      const words = { first: draw(one), second: draw(two), sender: from, number: (first + number + 1).toString(16) };
      const named = topics.map((topic) => `,"0x${words[topic].padStart(64, '0')}"`);
      const values =
        typeof data === 'number'
          ? Array.from({ length: data }, () => amount(random))
          : data.map((word) => word.toString(16));
      return (
        `{"address":"0x${draw(logger)}","topics":["${signature}"${named.join('')}]` +
        `,"data":"0x${values.map((value) => value.padStart(64, '0')).join('')}","blockNumber":"${hex(height)}"` +
        `,${place},"blockTimestamp":"${time}"` +
        `,"logIndex":"${hex(first + number)}","removed":false}`
      );
    });
  }
}

function fails(slot: number): boolean {
  return slot % FAILURE_EVERY === FAILURE_EVERY - 1;
}

function countAt(height: number): number {
  return height === 0 ? 0 : SLOTS.length;
}

/** EIP-4895: validators are paid in turns; amounts in gwei. */
function withdrawal(index: number): string {
  const validator = index % VALIDATORS;
  const address = digits('validator', validator, 40);
  return `{"index":"${hex(index)}","validatorIndex":"${hex(validator)}","address":"0x${address}","amount":"0x1036640"}`;
}

function around(value: number, random: Random): number {
  return Math.round(value * (0.5 + random.fraction()));
}

/** Hexadecimal digits of an amount: of six decimals or of eighteen. */
function amount(random: Random): string {
  return (random.uint32() + 1).toString(16) + (random.chance(0.5) ? '' : '00a7c5ac471b');
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
