/** The logs of a block's receipts, in their order. */
import { NO_NUMBER } from '../../account/account-block.js';
import type { EvmContract } from '../../chain.js';
import type { JsonCursor } from '../../json/cursor.js';
import { MemberNames } from '../../json/member-names.js';
import type { AddressNumbers } from '../address-numbers.js';
import { HASH_DIGITS, readAddressDigits, readHex, readNumber } from '../json/hex-values.js';
import { addTokenTransfers, Log, MAX_TOPICS, type TokenReading } from './token-logs.js';
import { TokenTransfers } from './token-transfers.js';

const NAMES = new MemberNames(['address', 'data', 'logIndex', 'topics']);

export class LogReader {
  /** The token transfers of the logs that were read since it was cleared. */
  readonly transfers = new TokenTransfers();
  readonly #json: JsonCursor;
  readonly #reading: TokenReading;
  readonly #log: Log;
  #lastIndex = NO_NUMBER;
  #count = 0;

  constructor(json: JsonCursor, addresses: AddressNumbers, contracts: readonly EvmContract[]) {
    this.#json = json;
    this.#reading = { addresses, contracts, transfers: this.transfers };
    this.#log = new Log(json.bytes);
  }

  /** Logs that were read since it was cleared. */
  get count(): number {
    return this.#count;
  }

  /**
   * Begins another transaction. Its indexes should go on, but begin anew in some versions of Reth, Besu and Erigon
   * (reth pull request 17519, besu issue 6204, erigon issue 16491).
   */
  clear(): void {
    this.#count = 0;
    this.#lastIndex = NO_NUMBER;
    this.transfers.clear();
  }

  /** Reads the next log of the transaction. @throws DecodeError where it is none, or not in its place */
  read(): void {
    const json = this.#json;
    const log = this.#log;
    const start = json.at;
    let index = NO_NUMBER;
    log.clear();
    for (let more = json.enterObject(); more; more = json.nextMember()) {
      switch (json.name(NAMES)) {
        case 'address':
          log.contract = readAddressDigits(json);
          break;
        case 'topics':
          this.#readTopics();
          break;
        case 'data':
          log.data = readHex(json);
          log.dataEnd = json.to;
          break;
        case 'logIndex':
          index = readNumber(json);
          break;
        default:
          json.skip();
      }
    }
    if (log.contract === NO_NUMBER || log.topics === NO_NUMBER || log.data === NO_NUMBER || index === NO_NUMBER) {
      json.fail('a log without its address, topics, data or logIndex', start);
    }
    if (index <= this.#lastIndex) json.fail('logs are not in order', start);
    this.#lastIndex = index;
    this.#count++;
    addTokenTransfers(log, this.#reading);
  }

  #readTopics(): void {
    const json = this.#json;
    const log = this.#log;
    log.topics = 0;
    for (let next = json.enterArray(); next; next = json.nextElement()) {
      const at = readHex(json);
      if (json.to - at !== HASH_DIGITS) json.fail('a topic that is not 64 hexadecimal digits', at);
      if (log.topics === MAX_TOPICS) json.fail(`a log with more than ${MAX_TOPICS} topics`, at);
      log.topic[log.topics++] = at;
    }
  }
}
