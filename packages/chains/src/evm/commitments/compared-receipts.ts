/** Compares the receipts of a block with its header, and with its transactions. */

import type { Amount } from '../../amount.js';
import { readResult } from '../../json/rpc-envelope.js';
import { amountOfDigits, DIGIT, numberOfDigits } from '../json/hex-amounts.js';
import type { ComparedTransactions } from './compared-transactions.js';
import { ReceiptMembers } from './encode-receipt.js';
import type { Findings } from './findings.js';
import { compareRoot, type HeaderMembers, isRootOf } from './header-hash.js';
import { TrieList } from './trie-root.js';

const ADDRESS_BYTES = 20;

const list = new TrieList();

interface ComparedBlock {
  readonly bytes: Buffer;
  readonly header: HeaderMembers;
  readonly transactions: ComparedTransactions;
  /** Receipts may be of before Byzantium, with the state that some clients do not have any more. */
  readonly mayLackStatus: boolean;
}

export function compareReceipts(answer: Buffer, block: ComparedBlock, findings: Findings): void {
  const { bytes, header, transactions, mayLackStatus } = block;
  const { hasUnknown } = transactions;
  const baseFee = header.has(header.place('baseFeePerGas')) ? amountAt(bytes, header, 'baseFeePerGas') : null;
  const needsBloom = mayLackStatus || hasUnknown;
  list.clear();
  readResult(answer, 'receipts', (json) => {
    const receipt = new ReceiptMembers(json, needsBloom);
    let gas = 0;
    let lacksRoots = false;
    for (let next = json.enterArray(); next; next = json.nextElement()) {
      const { at } = json;
      const index = list.count;
      receipt.read();
      lacksRoots ||= mayLackStatus && !receipt.hasRoot();
      if (!receipt.has('logsBloom')) findings.excuse('receipts of this node have no logsBloom', ['receipts']);
      list.start();
      receipt.encode(list.items, transactions.types[index]!, mayLackStatus && receipt.hasRoot());
      list.end();
      compareReceipt(receipt, answer, index, gas, { transactions, baseFee }, (what) =>
        findings.wrong('receipts', `receipt ${index} has a wrong ${what}`, at),
      );
      gas = receipt.number('cumulativeGasUsed');
    }
    // Private networks do not tell when Byzantium was: receipts that are right are of after that.
    if (lacksRoots && !isRootOf(bytes, header, 'receiptsRoot', list)) compareSums(block, receipt, gas, findings);
    else compareRoot(findings, bytes, header, 'receiptsRoot', list);
    if (hasUnknown && !lacksRoots) compareBloom(block, receipt, findings);
  });
}

/** Members that the root of receipts does not hold, but that follow from what the header commits to. */
function compareReceipt(
  receipt: ReceiptMembers,
  answer: Buffer,
  index: number,
  gasBefore: number,
  block: { readonly transactions: ComparedTransactions; readonly baseFee: Amount | null },
  wrong: (what: string) => void,
): void {
  const { transactions, baseFee } = block;
  if (receipt.number('cumulativeGasUsed') - gasBefore !== receipt.number('gasUsed')) wrong('gasUsed');
  const price = transactions.gasPrice(index, baseFee ?? 0);
  if (price !== null && receipt.has('effectiveGasPrice')) {
    const said = amountOfDigits(answer, receipt.from('effectiveGasPrice'), receipt.to('effectiveGasPrice'));
    if (said !== price) wrong('effectiveGasPrice');
  }
  const contract = transactions.contracts[index]!;
  if (
    contract !== null &&
    receipt.has('contractAddress') &&
    !isAddressAt(answer, receipt.from('contractAddress'), contract)
  ) {
    wrong('contractAddress');
  }
}

function isAddressAt(bytes: Uint8Array, from: number, address: Uint8Array): boolean {
  for (let i = 0; i < ADDRESS_BYTES; i++) {
    if (((DIGIT[bytes[from + 2 * i]!]! << 4) | DIGIT[bytes[from + 2 * i + 1]!]!) !== address[i]) return false;
  }
  return true;
}

/** Without the states that the root is made of: the filter of the logs, and the gas. */
function compareSums(block: ComparedBlock, receipt: ReceiptMembers, gas: number, findings: Findings): void {
  findings.skip(
    'receipts of this node have no state root for blocks before Byzantium, so their root is not compared',
    [],
  );
  compareBloom(block, receipt, findings);
  const { bytes, header } = block;
  const [from, to] = header.span('gasUsed');
  if (numberOfDigits(bytes, from, to) !== gas) {
    findings.certain('receipts', `the receipts used ${gas} gas, the header says another sum`, from);
  }
}

function compareBloom({ bytes, header }: ComparedBlock, { bloom }: ReceiptMembers, findings: Findings): void {
  const [from, to] = header.span('logsBloom');
  if (!bloom.equals(bytes, from, to))
    findings.certain('receipts', 'the logs do not give the logsBloom of the header', from);
}

function amountAt(bytes: Buffer, header: HeaderMembers, name: 'baseFeePerGas'): Amount {
  return amountOfDigits(bytes, ...header.span(name));
}
