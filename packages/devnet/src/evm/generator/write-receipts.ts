/** Receipts as geth writes them (internal/ethapi/api.go marshalReceipt; core/types/gen_log_json.go). */
import { type AnswerWriter, literal } from './answer-writer.js';
import type { BlockFrame } from './block-frame.js';
import type { LogDraft, TransactionDraft } from './draft.js';
import { receiptBloom } from './filler.js';
import { writeLogData, writeTopics } from './write-log.js';
import { blobsOf } from './write-transactions.js';

const MOST_BYTES = 4_096;
const MOST_LOG_BYTES = 2_048;
const BLOB_GAS = 131_072;
const OPEN = literal('[');
const CLOSE = literal(']');
const COMMA = literal(',');
const NO_CONTRACT = literal('null,"cumulativeGasUsed":"');
const CONTRACT = literal('"0x');
const CUMULATIVE = literal('","cumulativeGasUsed":"');
const PRICE = literal('","effectiveGasPrice":"');
const FROM = literal('","from":"0x');
const GAS_USED = literal('","gasUsed":"');
const LOGS = literal('","logs":[');
const BLOOM = literal('],"logsBloom":"0x');
const STATUS = [literal('","status":"0x0","to":'), literal('","status":"0x1","to":')] as const;
const TO = literal('"0x');
const TO_END = literal('","transactionHash":"0x');
const TO_NONE = literal('null,"transactionHash":"0x');
const INDEX = literal('","transactionIndex":"');
const TYPES = Array.from({ length: 5 }, (_, type) => literal(`","type":"0x${type}"`));
const BLOB_PRICE = literal('"blobGasPrice":"0x3b9aca00","blobGasUsed":"');
const BLOB_END = literal('",');
const START = literal('{');
const END = literal('}');
const LOG = literal('{"address":"0x');
const TOPICS = literal('","topics":["0x');
const DATA = literal('"],"data":"0x');
const LOG_NUMBER = literal('","blockNumber":"');
const LOG_TRANSACTION = literal('","transactionHash":"0x');
const LOG_END = literal('","removed":false}');

/** What is counted through a block. */
interface Counters {
  gas: number;
  logs: number;
}

export function writeReceipts(out: AnswerWriter, frame: BlockFrame): void {
  const counters: Counters = { gas: 0, logs: 0 };
  out.text(OPEN);
  if (frame.layer2 !== null) writeSystemReceipt(out, frame, counters);
  frame.draft.transactions.forEach((draft, place) => {
    if (frame.firstIndex + place > 0) out.text(COMMA);
    writeReceipt(out, frame, draft, frame.firstIndex + place, counters);
  });
  out.text(CLOSE);
}

function writeReceipt(
  out: AnswerWriter,
  frame: BlockFrame,
  draft: TransactionDraft,
  index: number,
  counters: Counters,
): void {
  const number = frame.firstNumber + index;
  counters.gas += draft.gasUsed;
  out.reserve(MOST_BYTES + MOST_LOG_BYTES * draft.logs.length);
  out.text(START);
  if (draft.type === 3) {
    out.text(BLOB_PRICE);
    out.quantity(BLOB_GAS * blobsOf(number));
    out.text(BLOB_END);
  }
  out.text(frame.receiptHead);
  if (draft.created === null) out.text(NO_CONTRACT);
  else {
    out.text(CONTRACT);
    out.party(draft.created);
    out.text(CUMULATIVE);
  }
  out.quantity(counters.gas);
  out.text(PRICE);
  out.quantity(frame.draft.baseFee + draft.tip);
  out.text(FROM);
  out.party(draft.from);
  out.text(GAS_USED);
  out.quantity(draft.gasUsed);
  out.text(LOGS);
  writeLogs(out, frame, draft.logs, index, counters);
  out.text(BLOOM);
  out.text(receiptBloom(draft.logs.length, number));
  out.text(STATUS[draft.succeeded ? 1 : 0]);
  if (draft.to === null) out.text(TO_NONE);
  else {
    out.text(TO);
    out.party(draft.to);
    out.text(TO_END);
  }
  out.hash('transaction', number);
  out.text(INDEX);
  out.quantity(index);
  out.text(TYPES[draft.type] as Uint8Array);
  if (frame.layer2 !== null) out.text(frame.layer2.receipt);
  out.text(END);
}

function writeLogs(
  out: AnswerWriter,
  frame: BlockFrame,
  logs: readonly LogDraft[],
  index: number,
  counters: Counters,
): void {
  logs.forEach((log, place) => {
    if (place > 0) out.text(COMMA);
    out.text(LOG);
    out.party(log.contract);
    out.text(TOPICS);
    writeTopics(out, log, counters.logs);
    out.text(DATA);
    writeLogData(out, log, frame.firstNumber + counters.logs);
    out.text(LOG_NUMBER);
    out.quantity(frame.draft.height);
    out.text(LOG_TRANSACTION);
    out.hash('transaction', frame.firstNumber + index);
    out.text(INDEX);
    out.quantity(index);
    out.text(frame.logTail);
    out.quantity(counters.logs++);
    out.text(LOG_END);
  });
}

/** The layer's own transaction pays nothing and logs nothing. */
function writeSystemReceipt(out: AnswerWriter, frame: BlockFrame, counters: Counters): void {
  const { from, to, type, receipt } = frame.layer2!.system;
  counters.gas += 46_000;
  out.reserve(MOST_BYTES);
  out.text(START);
  out.text(frame.receiptHead);
  out.text(
    literal(
      `null,"cumulativeGasUsed":"0xb3b0","effectiveGasPrice":"0x0","from":"0x${from}","gasUsed":"0xb3b0","logs":[],"logsBloom":"0x`,
    ),
  );
  out.text(receiptBloom(0, 0));
  out.text(literal(`","status":"0x1","to":"0x${to}","transactionHash":"0x`));
  out.hash('transaction', frame.firstNumber);
  out.text(literal(`","transactionIndex":"0x0","type":"${type}"`));
  out.text(receipt);
  out.text(END);
}
