import { DIGIT } from '../../bytes/hex.js';

const TRANSACTION_GAS = 21_000;
const CREATION_GAS = 32_000;
const ZERO_BYTE_GAS = 4;
const OTHER_BYTE_GAS = 68;

/**
 * Whether a transaction from before Byzantium failed, as far as its gas shows. Receipts had no status, and a failure
 * used up all gas (EIP-140, EIP-658). A success with exactly the gas that it needed looks the same, unless it ran no
 * code or logged something; only its trace shows it. Prices of gas: Ethereum Yellow Paper, appendix G.
 *
 * @param inputStart where the hexadecimal digits of its input are in `bytes`
 */
export function seemsFailed(
  transaction: {
    readonly gasLimit: number;
    readonly gasUsed: number;
    readonly creates: boolean;
    readonly logs: number;
  },
  bytes: Uint8Array,
  inputStart: number,
  inputEnd: number,
): boolean {
  const { gasLimit, gasUsed, creates, logs } = transaction;
  if (gasUsed !== gasLimit || logs > 0) return false;
  let withoutCode = creates ? TRANSACTION_GAS + CREATION_GAS : TRANSACTION_GAS;
  for (let at = inputStart; at < inputEnd; at += 2) {
    withoutCode += (DIGIT[bytes[at]!]! | DIGIT[bytes[at + 1]!]!) === 0 ? ZERO_BYTE_GAS : OTHER_BYTE_GAS;
  }
  return gasUsed !== withoutCode;
}
