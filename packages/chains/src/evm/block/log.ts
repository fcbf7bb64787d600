import { NO_NUMBER } from '../../account/account-block.js';

/** Of the EVM's instructions, LOG4 takes most. */
export const MAX_TOPICS = 4;

/** One log: where its digits are in the answer. */
export class Log {
  readonly bytes: Buffer;
  /** Of the contract that made it: 40 digits. */
  contract = NO_NUMBER;
  topics = NO_NUMBER;
  /** 64 digits each. */
  readonly topic = new Int32Array(MAX_TOPICS);
  data = NO_NUMBER;
  dataEnd = NO_NUMBER;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  clear(): void {
    this.contract = NO_NUMBER;
    this.topics = NO_NUMBER;
    this.data = NO_NUMBER;
    this.dataEnd = NO_NUMBER;
  }
}
