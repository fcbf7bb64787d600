/** Generated blocks and receipts as geth writes them (internal/ethapi/api.go), op-geth and nitro: members in their order. */

import type { EvmChain } from '@chaintrail/chains';
import { Random } from '../../random.js';
import type { BlockDraft, LogDraft, TransactionDraft } from './draft-block.js';
import { CONTRACTS, type GeneratedNames } from './generated-names.js';
import { EVENTS } from './traffic-mix.js';

/** What a layer 2's answers have beside geth's; members come with a comma before each. */
interface Layer2Members {
  readonly header: string;
  readonly receipt: string;
  /** Of the first transaction of every block, the layer's own, and of its receipt. */
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly own: string;
  readonly ownReceipt: string;
}

const OP_STACK: Layer2Members = {
  header: '',
  receipt:
    ',"l1BaseFeeScalar":"0x8dd","l1BlobBaseFee":"0x1","l1BlobBaseFeeScalar":"0x101c12","l1Fee":"0x2a1b3c4d5e"' +
    ',"l1GasPrice":"0x1dcd6500","l1GasUsed":"0x640","operatorFeeConstant":"0x0","operatorFeeScalar":"0x0"',
  type: '0x7e',
  from: '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001',
  to: '0x4200000000000000000000000000000000000015',
  own: `,"mint":"0x0","sourceHash":"0x${'a7'.repeat(32)}"`,
  ownReceipt: ',"depositNonce":"0x2a","depositReceiptVersion":"0x1","l1Fee":"0x0"',
};
const ARBOS = '0x00000000000000000000000000000000000a4b05';
const ARBITRUM: Layer2Members = {
  header: `,"l1BlockNumber":"0x16e3600","sendCount":"0x2710","sendRoot":"0x${'5c'.repeat(32)}"`,
  receipt: ',"gasUsedForL1":"0x3e8","l1BlockNumber":"0x16e3600","timeboosted":false',
  ...{ type: '0x6a', from: ARBOS, to: ARBOS, own: '' },
  ownReceipt: ',"gasUsedForL1":"0x0","l1BlockNumber":"0x16e3600","timeboosted":false',
};

/** A transaction's number: no block has this many. */
export const TRANSACTIONS_A_BLOCK = 4096;
/** Every private network has its own chain id; this one is geth's own default for them. */
export const GENERATED_CHAIN_ID = 1337;
const CHAIN_ID = `,"chainId":"${hex(GENERATED_CHAIN_ID)}"`;
const EMPTY_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const NO_REQUESTS = '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Of a transaction in RLP beside its input. */
const ENVELOPE_BYTES = 120;
const BLOB_GAS = 131_072;

/** Text whose digits nobody reads is made once: inputs are cut out of it. */
const FILLER_WORDS = 4_096;
const MOST_INPUT_WORDS = 500;
const FILLER = new Random(7).bytes(FILLER_WORDS * 32).toString('hex');
const BLOOM = `0x${FILLER.slice(0, 512)}`;
const NO_BLOOM = `0x${'0'.repeat(512)}`;

/** Writes the answers about one block. */
export class GeneratedAnswers {
  private readonly layer2: Layer2Members | null;
  private readonly names: GeneratedNames;
  private readonly draft: BlockDraft;
  private readonly hash: string;
  private readonly time: string;
  /** Index of the first of the draft's transactions: 1 where the layer has one of its own. */
  private readonly firstIndex: number;
  /** Of the block's transaction 0. */
  private readonly firstNumber: number;
  /** What transactions and receipts begin with. */
  private readonly place: string;

  /** @param time unix seconds */
  constructor({ feeRules }: EvmChain, names: GeneratedNames, draft: BlockDraft, time: number) {
    const layer2 = feeRules === 'ethereum' ? null : feeRules === 'arbitrum' ? ARBITRUM : OP_STACK;
    this.layer2 = draft.height > 0 ? layer2 : null;
    this.names = names;
    this.draft = draft;
    this.hash = names.hash('block', draft.height);
    this.time = hex(time);
    this.firstIndex = this.layer2 === null ? 0 : 1;
    this.firstNumber = draft.height * TRANSACTIONS_A_BLOCK;
    this.place = `"blockHash":"0x${this.hash}","blockNumber":"${hex(draft.height)}"`;
  }

  /**
   * `result` of eth_getBlockByHash.
   * @param nonces of the draft's transactions; null writes hashes instead of whole transactions
   */
  block(nonces: Uint32Array | null): string {
    const { names, draft, layer2 } = this;
    const { height, transactions } = draft;
    const gasUsed = transactions.reduce((sum, { gasUsed: gas }) => sum + gas, 0);
    const size = transactions.reduce((sum, { inputBytes }) => sum + inputBytes + ENVELOPE_BYTES, 600);
    const parent = height === 0 ? '0'.repeat(64) : names.hash('block', height - 1);
    const root = (which: number): string => names.hash('root', height * 8 + which);
    return (
      `{"baseFeePerGas":"${hex(draft.baseFee)}","blobGasUsed":"0xc0000","difficulty":"0x0","excessBlobGas":"0x4f60000"` +
      `,"extraData":"0x6265617665726275696c642e6f7267","gasLimit":"0x2aea540","gasUsed":"${hex(gasUsed)}"` +
      `,"hash":"0x${this.hash}","logsBloom":"${BLOOM}","miner":"0x${names.party(draft.builder)}"` +
      `,"mixHash":"0x${root(0)}","nonce":"0x0000000000000000","number":"${hex(height)}"` +
      `,"parentBeaconBlockRoot":"0x${root(1)}","parentHash":"0x${parent}","receiptsRoot":"0x${root(2)}"` +
      `,"requestsHash":"${NO_REQUESTS}","sha3Uncles":"${EMPTY_UNCLES}","size":"${hex(size)}","stateRoot":"0x${root(3)}"` +
      `,"timestamp":"${this.time}","transactions":[${this.transactions(nonces)}],"transactionsRoot":"0x${root(4)}"` +
      `,"uncles":[],"withdrawals":[${this.withdrawals()}],"withdrawalsRoot":"0x${root(5)}"${layer2?.header ?? ''}}`
    );
  }

  /** `result` of eth_getBlockReceipts. */
  receipts(): string {
    const { layer2, draft, names } = this;
    const receipts: string[] = [];
    let gas = 0;
    let logs = 0;
    if (layer2 !== null) {
      const { from, to, type, ownReceipt } = layer2;
      gas = 46_000;
      // It pays nothing and logs nothing.
      receipts.push(
        `{${this.place},"contractAddress":null,"cumulativeGasUsed":"0xb3b0","effectiveGasPrice":"0x0","from":"${from}"` +
          `,"gasUsed":"0xb3b0","logs":[],"logsBloom":"${NO_BLOOM}","status":"0x1","to":"${to}"` +
          `,"transactionHash":"0x${names.hash('transaction', this.firstNumber)}","transactionIndex":"0x0","type":"${type}"${ownReceipt}}`,
      );
    }
    for (const [index, transaction] of draft.transactions.entries()) {
      gas += transaction.gasUsed;
      receipts.push(this.receipt(transaction, this.firstIndex + index, gas, logs));
      logs += transaction.logs.length;
    }
    return `[${receipts.join(',')}]`;
  }

  private transactions(nonces: Uint32Array | null): string {
    const { draft, layer2, names } = this;
    if (nonces === null) {
      const count = draft.transactions.length + this.firstIndex;
      return Array.from({ length: count }, (_, n) => `"0x${names.hash('transaction', this.firstNumber + n)}"`).join(
        ',',
      );
    }
    const written = draft.transactions.map((transaction, index) =>
      this.transaction(transaction, this.firstIndex + index, nonces[index] as number),
    );
    return (layer2 === null ? written : [this.systemTransaction(layer2), ...written]).join(',');
  }

  private transaction(transaction: TransactionDraft, index: number, nonce: number): string {
    const { names, draft, firstNumber } = this;
    const { type, tip, to, selector, inputBytes, valueDigits } = transaction;
    const number = firstNumber + index;
    const fees =
      type < 2 ? '' : `,"maxFeePerGas":"${hex(draft.baseFee * 2 + tip)}","maxPriorityFeePerGas":"${hex(tip)}"`;
    return (
      `{${this.place},"blockTimestamp":"${this.time}","from":"0x${names.party(transaction.from)}"` +
      `,"gas":"${hex(transaction.gasLimit)}","gasPrice":"${hex(draft.baseFee + tip)}"${fees}` +
      `${type === 3 ? ',"maxFeePerBlobGas":"0x77359400"' : ''},"hash":"0x${names.hash('transaction', number)}"` +
      `,"input":"0x${selector}${inputFiller(inputBytes - selector.length / 2, number)}","nonce":"${hex(nonce)}"` +
      `,"to":${this.partyOrNull(to)},"transactionIndex":"${hex(index)}"` +
      `,"value":"0x${valueDigits === 0 ? '0' : names.digits(valueDigits, number)}","type":"0x${type}"` +
      `${type === 0 ? CHAIN_ID : this.envelope(type, number)},"v":"0x1","r":"0x${names.hash('signature', number)}"` +
      `,"s":"0x${names.hash('root', number)}"${type === 0 ? '' : ',"yParity":"0x1"'}}`
    );
  }

  /** What EIP-2930, 4844 and 7702 added: one in twenty has an access list with something in it, those of type 1 all. */
  private envelope(type: number, number: number): string {
    const { names } = this;
    let text = ',"accessList":[]';
    if (type === 1 || number % 20 === 0) {
      const keys = Array.from({ length: 1 + (number % 4) }, (_, key) => `"0x${names.hash('root', number + 1 + key)}"`);
      text = `,"accessList":[{"address":"0x${names.party(CONTRACTS.pools.first + (number % 500))}","storageKeys":[${keys.join(',')}]}]`;
    }
    text += CHAIN_ID;
    if (type === 3) {
      const blobs = Array.from({ length: blobsOf(number) }, (_, blob) => `"0x01${names.digits(62, number + blob)}"`);
      text += `,"blobVersionedHashes":[${blobs.join(',')}]`;
    } else if (type === 4) {
      text +=
        `,"authorizationList":[{"chainId":"0x1","address":"0x${names.party(CONTRACTS.others.first + (number % 12))}","nonce":"0x3"` +
        `,"yParity":"0x0","r":"0x${names.hash('blob', number)}","s":"0x${names.hash('blob', number + 1)}"}]`;
    }
    return text;
  }

  /** The layer's own: no signature, and the L1 block's attributes as its input. */
  private systemTransaction({ from, to, type, own }: Layer2Members): string {
    const { names, firstNumber, draft } = this;
    return (
      `{${this.place},"blockTimestamp":"${this.time}","from":"${from}","gas":"0xf4240","gasPrice":"0x0"` +
      `,"hash":"0x${names.hash('transaction', firstNumber)}","input":"0x098999be${inputFiller(172, draft.height)}"` +
      `,"nonce":"0x2a","to":"${to}","transactionIndex":"0x0","value":"0x0","type":"${type}"` +
      `${own},"v":"0x0","r":"0x0","s":"0x0"}`
    );
  }

  /** EIP-4895; amounts in gwei. */
  private withdrawals(): string {
    const { height, withdrawals } = this.draft;
    const written = withdrawals.map((validator, place) => {
      const index = height * withdrawals.length + place;
      const amount = 17_000_000 + ((index * 7_919) % 2_000_000);
      return `{"index":"${hex(index)}","validatorIndex":"${hex(index % 900_000)}","address":"0x${this.names.party(validator)}","amount":"${hex(amount)}"}`;
    });
    return written.join(',');
  }

  private receipt(transaction: TransactionDraft, index: number, cumulativeGas: number, firstLog: number): string {
    const { names, draft, layer2, firstNumber } = this;
    const { type, logs, gasUsed } = transaction;
    const number = firstNumber + index;
    const hash = names.hash('transaction', number);
    const blobs = type === 3 ? `"blobGasPrice":"0x3b9aca00","blobGasUsed":"${hex(BLOB_GAS * blobsOf(number))}",` : '';
    const written = logs.map((log, place) => this.log(log, hash, index, firstLog + place));
    return (
      `{${blobs}${this.place},"contractAddress":${this.partyOrNull(transaction.created)}` +
      `,"cumulativeGasUsed":"${hex(cumulativeGas)}","effectiveGasPrice":"${hex(draft.baseFee + transaction.tip)}"` +
      `,"from":"0x${names.party(transaction.from)}","gasUsed":"${hex(gasUsed)}","logs":[${written.join(',')}]` +
      `,"logsBloom":"${logs.length === 0 ? NO_BLOOM : BLOOM}"` +
      `,"status":"0x${transaction.succeeded ? 1 : 0}","to":${this.partyOrNull(transaction.to)}` +
      `,"transactionHash":"0x${hash}","transactionIndex":"${hex(index)}","type":"0x${type}"${layer2?.receipt ?? ''}}`
    );
  }

  private log(log: LogDraft, transactionHash: string, index: number, number: number): string {
    const { names, firstNumber, draft } = this;
    return (
      `{"address":"0x${names.party(log.contract)}","topics":${topicsText(names, log, number)}` +
      `,"data":"${dataText(names, log, firstNumber + number)}","blockNumber":"${hex(draft.height)}"` +
      `,"transactionHash":"0x${transactionHash}","transactionIndex":"${hex(index)}","blockHash":"0x${this.hash}"` +
      `,"blockTimestamp":"${this.time}","logIndex":"${hex(number)}","removed":false}`
    );
  }

  private partyOrNull(number: number | null): string {
    return number === null ? 'null' : `"0x${this.names.party(number)}"`;
  }
}

/** Blobs of the transaction with this number. */
function blobsOf(number: number): number {
  return 1 + (number % 6);
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

/** Digits of so many bytes; from another place for every `which`. */
function inputFiller(bytes: number, which: number): string {
  const from = (which % (FILLER_WORDS - MOST_INPUT_WORDS)) * 64;
  return FILLER.slice(from, from + bytes * 2);
}

/** A log's topics as a JSON array. @param number of the log in its block */
function topicsText(names: GeneratedNames, log: LogDraft, number: number): string {
  const { signature, topics } = EVENTS[log.event];
  let text = `["${signature}"`;
  for (const topic of topics) {
    text += `,"0x${topic === 'id' ? names.padded(4, number) : '0'.repeat(24) + names.party(log[topic])}"`;
  }
  return `${text}]`;
}

/** A log's data. @param number from which its amounts follow */
function dataText(names: GeneratedNames, { event, digits }: LogDraft, number: number): string {
  let text = '0x';
  for (const [index, word] of EVENTS[event].data.entries()) {
    const which = number + index + 1;
    if (word === 'amount') text += names.padded(digits, which);
    else if (word === 'small') text += names.padded(6, which);
    else if (word === 'negative') text += 'f'.repeat(48) + names.digits(16, which);
    else if (word === 'unlimited') text += 'f'.repeat(64);
    else text += word.toString(16).padStart(64, '0');
  }
  return text;
}
