/**
 * Moves of Arbitrum before and after it runs a transaction: fees and their refunds, escrow of retryables, deposits.
 * Sources: OffchainLabs/go-ethereum eth/tracers/native/tracer_arbitrum.go, core/tracing/hooks.go; nitro
 * arbos/tx_processor.go
 */
import { NO_NUMBER } from '../../account/account-block.js';
import type { Amount } from '../../amount.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import { isDigitsAt, readAmount, readNullableAddressDigits } from '../json/hex-values.js';
import type { Move } from './moves.js';

const NAMES = new MemberNames(['from', 'purpose', 'to', 'value']);

/**
 * Moves that the block shows already. ArbOS charges gas for the whole limit and refunds the rest; together that is
 * the fee. A deposit is minted to its sender.
 */
const TOLD_BY_BLOCK = new MemberNames(['deposit', 'feePayment', 'gasRefund']);

/** The transfers that do not follow from the block, without those of amount 0. */
export function readOuterTransfers(json: JsonCursor): Move[] {
  const transfers: Move[] = [];
  if (json.takeNull()) return transfers;
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    const transfer = readOuterTransfer(json);
    if (transfer !== null) transfers.push(transfer);
  }
  return transfers;
}

function readOuterTransfer(json: JsonCursor): Move | null {
  const start = json.at;
  let told = false;
  let from = NO_NUMBER;
  let to = NO_NUMBER;
  let amount: Amount | null = null;
  for (let more = json.enterObject(); more; more = json.nextMember()) {
    const name = json.name(NAMES);
    if (name === 'purpose') {
      json.string();
      told = TOLD_BY_BLOCK.find(json.bytes, json.from, json.to) !== null;
    } else if (name === 'from') from = readNullableAddressDigits(json);
    else if (name === 'to') to = readNullableAddressDigits(json);
    else if (name === 'value') amount = readAmount(json);
    else json.skip();
  }
  if (amount === null) json.fail('a transfer without its value', start);
  return told || amount === 0 || (from === NO_NUMBER && to === NO_NUMBER) ? null : { kind: 'call', from, to, amount };
}

const ZERO_ADDRESS = '0'.repeat(40);
const ARB_SYS = `${'0'.repeat(38)}64`;

/** A frame from ArbSys to the zero address leaves for layer 1. Source: nitro precompiles/ArbSys.go SendTxToL1 */
export function isArbitrumBurn(bytes: Buffer, { from, to }: Move): boolean {
  return (
    from !== NO_NUMBER && to !== NO_NUMBER && isDigitsAt(bytes, to, ZERO_ADDRESS) && isDigitsAt(bytes, from, ARB_SYS)
  );
}
