/** Transactions as geth writes them (internal/ethapi/api.go RPCTransaction). */
import { type AnswerWriter, literal } from './answer-writer.js';
import type { BlockFrame } from './block-frame.js';
import type { TransactionDraft } from './draft.js';
import { SELECTORS } from './events.js';
import { inputFiller } from './filler.js';
import { CONTRACTS } from './identities.js';

/** Of one transaction, its input apart. */
const MOST_BYTES = 8_192;
const OPEN = literal('[');
const CLOSE = literal(']');
const COMMA = literal(',');
const QUOTE = literal('"');
const GAS = literal('","gas":"');
const GAS_PRICE = literal('","gasPrice":"');
const MAX_FEE = literal('","maxFeePerGas":"');
const MAX_TIP = literal('","maxPriorityFeePerGas":"');
const MAX_BLOB_FEE = literal('","maxFeePerBlobGas":"0x77359400');
const HASH = literal('","hash":"0x');
const INPUT = literal('","input":"0x');
const NONCE = literal('","nonce":"');
const TO = literal('","to":"0x');
const TO_NONE = literal('","to":null,"transactionIndex":"');
const INDEX = literal('","transactionIndex":"');
const VALUE = literal('","value":"0x');
const NOTHING = literal('0');
const TYPES = Array.from({ length: 5 }, (_, type) => literal(`","type":"0x${type}"`));
const NO_ACCESS = literal(',"accessList":[]');
const ACCESS = literal(',"accessList":[{"address":"0x');
const KEYS = literal('","storageKeys":["0x');
const NEXT = literal('","0x');
const ACCESS_END = literal('"]}]');
const BLOBS = literal(',"blobVersionedHashes":["0x01');
const NEXT_BLOB = literal('","0x01');
const BLOBS_END = literal('"]');
const AUTHORIZATION = literal(',"authorizationList":[{"chainId":"0x1","address":"0x');
const AUTHORIZATION_NONCE = literal('","nonce":"0x3","yParity":"0x0","r":"0x');
const AUTHORIZATION_S = literal('","s":"0x');
const AUTHORIZATION_END = literal('"}]');
const R = literal(',"v":"0x1","r":"0x');
const S = literal('","s":"0x');
const END = literal('","yParity":"0x1"}');
const END_OF_ORIGINAL = literal('"}');

/** @param nonces of the draft's transactions */
export function writeTransactions(
  out: AnswerWriter,
  frame: BlockFrame,
  nonces: Uint32Array,
  chainId: Uint8Array,
): void {
  out.text(OPEN);
  if (frame.layer2 !== null) writeSystemTransaction(out, frame);
  frame.draft.transactions.forEach((draft, place) => {
    if (frame.firstIndex + place > 0) out.text(COMMA);
    writeTransaction(out, frame, draft, frame.firstIndex + place, nonces[place] as number, chainId);
  });
  out.text(CLOSE);
}

/** Hashes alone, as blocks have them that are asked for without transactions. */
export function writeTransactionHashes(out: AnswerWriter, frame: BlockFrame): void {
  const count = frame.draft.transactions.length + frame.firstIndex;
  out.reserve(count * 72);
  out.text(OPEN);
  for (let index = 0; index < count; index++) {
    out.text(index === 0 ? FIRST_HASH : NEXT_HASH);
    out.hash('transaction', frame.firstNumber + index);
    out.text(QUOTE);
  }
  out.text(CLOSE);
}
const FIRST_HASH = literal('"0x');
const NEXT_HASH = literal(',"0x');

function writeTransaction(
  out: AnswerWriter,
  frame: BlockFrame,
  draft: TransactionDraft,
  index: number,
  nonce: number,
  chainId: Uint8Array,
): void {
  const number = frame.firstNumber + index;
  const { type, tip } = draft;
  const { baseFee } = frame.draft;
  out.reserve(MOST_BYTES + draft.inputBytes * 2);
  out.text(frame.transactionHead);
  out.party(draft.from);
  out.text(GAS);
  out.quantity(draft.gasLimit);
  out.text(GAS_PRICE);
  out.quantity(baseFee + tip);
  if (type >= 2) {
    out.text(MAX_FEE);
    out.quantity(baseFee * 2 + tip);
    out.text(MAX_TIP);
    out.quantity(tip);
  }
  if (type === 3) out.text(MAX_BLOB_FEE);
  out.text(HASH);
  out.hash('transaction', number);
  writeInput(out, draft, number);
  out.text(NONCE);
  out.quantity(nonce);
  writeRecipient(out, draft.to);
  out.quantity(index);
  out.text(VALUE);
  if (draft.valueDigits === 0) out.text(NOTHING);
  else out.digits(draft.valueDigits, number);
  out.text(TYPES[type] as Uint8Array);
  if (type === 0) out.text(chainId);
  else writeEnvelope(out, draft, number, chainId);
  out.text(R);
  out.hash('signature', number);
  out.text(S);
  out.hash('root', number);
  out.text(type === 0 ? END_OF_ORIGINAL : END);
}

function writeInput(out: AnswerWriter, { selector, inputBytes }: TransactionDraft, number: number): void {
  out.text(INPUT);
  if (selector !== null) out.text(SELECTORS[selector]);
  out.text(inputFiller(Math.max(0, inputBytes - (selector === null ? 0 : 4)), number));
}

function writeRecipient(out: AnswerWriter, to: number | null): void {
  if (to === null) out.text(TO_NONE);
  else {
    out.text(TO);
    out.party(to);
    out.text(INDEX);
  }
}

/** What EIP-2930, 4844 and 7702 added: one in twenty has an access list with something in it, those of type 1 all. */
function writeEnvelope(out: AnswerWriter, { type }: TransactionDraft, number: number, chainId: Uint8Array): void {
  if (type === 1 || number % 20 === 0) {
    out.text(ACCESS);
    out.party(CONTRACTS.pools + (number % 500));
    out.text(KEYS);
    out.hash('root', number + 1);
    for (let key = 0; key < number % 4; key++) {
      out.text(NEXT);
      out.hash('root', number + 2 + key);
    }
    out.text(ACCESS_END);
  } else out.text(NO_ACCESS);
  out.text(chainId);
  if (type === 3) {
    for (let blob = 0; blob < blobsOf(number); blob++) {
      out.text(blob === 0 ? BLOBS : NEXT_BLOB);
      out.digits(62, number + blob);
    }
    out.text(BLOBS_END);
  } else if (type === 4) {
    out.text(AUTHORIZATION);
    out.party(CONTRACTS.others + (number % 12));
    out.text(AUTHORIZATION_NONCE);
    out.hash('blob', number);
    out.text(AUTHORIZATION_S);
    out.hash('blob', number + 1);
    out.text(AUTHORIZATION_END);
  }
}

/** Blobs of the transaction with this number. */
export function blobsOf(number: number): number {
  return 1 + (number % 6);
}

/** The layer's own: no signature, and the L1 block's attributes as its input. */
function writeSystemTransaction(out: AnswerWriter, frame: BlockFrame): void {
  const { from, to, type } = frame.layer2!.system;
  out.reserve(MOST_BYTES);
  out.text(frame.transactionHead);
  out.text(literal(`${from}","gas":"0xf4240","gasPrice":"0x0","hash":"0x`));
  out.hash('transaction', frame.firstNumber);
  out.text(literal('","input":"0x098999be'));
  out.text(inputFiller(172, frame.draft.height));
  out.text(literal(`","nonce":"0x2a","to":"0x${to}","transactionIndex":"0x0","value":"0x0","type":"${type}"`));
  out.text(literal(type === '0x7e' ? ',"mint":"0x0","sourceHash":"0x' : ',"requestId":"0x'));
  out.hash('root', frame.firstNumber);
  out.text(literal('","v":"0x0","r":"0x0","s":"0x0"}'));
}
