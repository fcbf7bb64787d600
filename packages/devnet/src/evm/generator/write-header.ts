/** A block as geth writes it (internal/ethapi/api.go RPCMarshalBlock): a map, so its keys are in alphabetical order. */
import { type AnswerWriter, literal } from './answer-writer.js';
import type { BlockFrame } from './block-frame.js';
import { blockBloom } from './filler.js';

const EMPTY_UNCLES = '1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const NO_REQUESTS = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const MOST_BYTES = 8_192;
/** Of a transaction in RLP beside its input. */
const ENVELOPE_BYTES = 120;

/**
 * @param writeBody writes the array of transactions
 */
export function writeBlock(out: AnswerWriter, frame: BlockFrame, writeBody: () => void): void {
  const { draft } = frame;
  const gasUsed = draft.transactions.reduce((sum, { gasUsed: gas }) => sum + gas, 0);
  const size = draft.transactions.reduce((sum, { inputBytes }) => sum + inputBytes + ENVELOPE_BYTES, 600);
  out.reserve(MOST_BYTES);
  out.text(
    literal(
      `{"baseFeePerGas":"${hex(draft.baseFee)}","blobGasUsed":"0xc0000","difficulty":"0x0","excessBlobGas":"0x4f60000"` +
        `,"extraData":"0x6265617665726275696c642e6f7267","gasLimit":"0x2aea540","gasUsed":"${hex(gasUsed)}","hash":"0x${frame.hash}","logsBloom":"0x`,
    ),
  );
  out.text(blockBloom(draft.height));
  out.text(literal('","miner":"0x'));
  out.party(draft.builder);
  writeRoot(out, '","mixHash":"0x', draft.height, 0);
  writeRoot(
    out,
    `","nonce":"0x0000000000000000","number":"${frame.number}","parentBeaconBlockRoot":"0x`,
    draft.height,
    1,
  );
  writeRoot(out, `","parentHash":"0x${frame.parentHash}","receiptsRoot":"0x`, draft.height, 2);
  out.text(literal(`","requestsHash":"0x${NO_REQUESTS}","sha3Uncles":"0x${EMPTY_UNCLES}","size":"${hex(size)}"`));
  writeRoot(out, ',"stateRoot":"0x', draft.height, 3);
  out.text(literal(`","timestamp":"${frame.timestamp}","transactions":`));
  writeBody();
  out.reserve(MOST_BYTES);
  writeRoot(out, ',"transactionsRoot":"0x', draft.height, 4);
  out.text(literal('","uncles":[],"withdrawals":['));
  writeWithdrawals(out, frame);
  writeRoot(out, '],"withdrawalsRoot":"0x', draft.height, 5);
  out.text(literal('"'));
  if (frame.layer2 !== null) out.text(frame.layer2.header);
  out.text(literal('}'));
}

function writeRoot(out: AnswerWriter, before: string, height: number, which: number): void {
  out.text(literal(before));
  out.hash('root', height * 8 + which);
}

/** EIP-4895; amounts in gwei. */
function writeWithdrawals(out: AnswerWriter, { draft: { height, withdrawals } }: BlockFrame): void {
  withdrawals.forEach((validator, place) => {
    const index = height * withdrawals.length + place;
    out.text(
      literal(
        `${place > 0 ? ',' : ''}{"index":"${hex(index)}","validatorIndex":"${hex(index % 900_000)}","address":"0x`,
      ),
    );
    out.party(validator);
    out.text(literal(`","amount":"${hex(17_000_000 + ((index * 7_919) % 2_000_000))}"}`));
  });
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
