/** The transactions of a block: their hashes, their root, and what receipts have to say of them. */
import { type Amount, addAmounts } from '../../amount.js';
import { keccak256 } from '../../bytes/keccak.js';
import type { EvmChain, EvmChainNetwork } from '../../chain.js';
import type { JsonCursor } from '../../json/cursor.js';
import { amountOfDigits } from '../json/hex-amounts.js';
import { isHashAt } from '../json/hex-values.js';
import { FIRST_OWN_TYPE, isKnownType, TransactionMembers } from './encode-transaction.js';
import type { Findings } from './findings.js';
import { RlpWriter } from './rlp-writer.js';
import { TrieList } from './trie-root.js';

/** Types up to EIP-7702's say what they pay; those since EIP-1559 only up to two limits. */
const LAST_TYPE_OF_ETHEREUM = 4;
const FIRST_LIMITED_TYPE = 2;
/** Types that may create a contract. */
const LAST_CREATING_TYPE = 2;
/** An address is the end of a hash. */
const ADDRESS_AT = 12;
const HASH_BYTES = 32;

const OWN_PARTS = ['transactions', 'receipts'] as const;

const list = new TrieList();
const creation = new RlpWriter();

export class ComparedTransactions {
  readonly list = list;
  readonly types: number[] = [];
  /** Some have a type that is not known here. */
  hasUnknown = false;
  /** The list has all that the root is made of. */
  isWhole = true;
  readonly #limits: (readonly [Amount, Amount] | null)[] = [];
  /** Address of the contract that each creates, 20 bytes; null where it creates none, or its type has a rule of its own. */
  readonly contracts: (Buffer | null)[] = [];
  readonly #place: EvmChainNetwork;
  readonly #findings: Findings;

  constructor(place: EvmChainNetwork, findings: Findings) {
    this.#place = place;
    this.#findings = findings;
    list.clear();
  }

  read(json: JsonCursor): void {
    const chainId = chainIdOf(this.#place, json.bytes);
    const transaction = new TransactionMembers(json);
    for (let next = json.enterArray(); next; next = json.nextElement()) {
      const at = json.at;
      transaction.read();
      list.start();
      if (isKnownType(transaction.type)) {
        transaction.encode(list.items, chainId);
        list.end();
        this.#compareHash(transaction, json.bytes, at);
      } else {
        list.end();
        this.hasUnknown = true;
        this.isWhole = false;
        this.#findings.skip(`transactions of type 0x${transaction.type.toString(16)} are not known here`, OWN_PARTS);
      }
      if (transaction.has('blobs')) {
        this.isWhole = false;
        this.#findings.skip('this node, like Anvil, makes the root of transactions with their blobs', ['transactions']);
      }
      this.types.push(transaction.type);
      this.#limits.push(this.#limitsOf(transaction, json.bytes));
      this.contracts.push(createdContract(transaction, json.bytes));
    }
  }

  #compareHash(transaction: TransactionMembers, bytes: Buffer, at: number): void {
    const from = transaction.from('hash');
    if (from >= 0 && isHashAt(bytes, from, list.lastHash(), 0)) return;
    const { type } = transaction;
    // Anvil hashes what somebody sent for another account together with that account's address.
    if (type < FIRST_OWN_TYPE && transaction.isUnsigned()) return;
    if (transaction.lacksChainId() && this.#place.network.chainId === null) {
      this.#findings.excuse('some transactions do not tell the chain id of this private network', ['transactions']);
    }
    this.#findings.wrong('transactions', `transaction ${list.count - 1} is not what its hash is made of`, at);
  }

  #limitsOf(transaction: TransactionMembers, bytes: Buffer): readonly [Amount, Amount] | null {
    const { type } = transaction;
    if (type > LAST_TYPE_OF_ETHEREUM || this.#place.chain.feeRules === 'arbitrum') return null;
    const amount = (name: 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'): Amount =>
      amountOfDigits(bytes, transaction.from(name), transaction.to(name));
    if (type < FIRST_LIMITED_TYPE) return [amount('gasPrice'), amount('gasPrice')];
    return [amount('maxFeePerGas'), amount('maxPriorityFeePerGas')];
  }

  /** Price that a transaction pays for a unit of gas; null where its type has a rule of its own. Source: EIP-1559 */
  gasPrice(index: number, baseFee: Amount): Amount | null {
    const limits = this.#limits[index]!;
    if (limits === null) return null;
    const [most, tip] = limits;
    const price = addAmounts(baseFee, tip);
    // Large ones are bigints, which Math.min does not take.
    if (price < most) return price;
    return most;
  }
}

/** Source: Ethereum Yellow Paper, section 7 */
function createdContract(transaction: TransactionMembers, bytes: Buffer): Buffer | null {
  if (transaction.type > LAST_CREATING_TYPE || transaction.has('to')) return null;
  creation.clear();
  creation.data(bytes, transaction.from('from'), transaction.to('from'));
  creation.quantity(bytes, transaction.from('nonce'), transaction.to('nonce'));
  creation.endList(0);
  return Buffer.from(keccak256(creation.bytes, 0, creation.length).subarray(ADDRESS_AT, HASH_BYTES));
}

/** Chain id of Nitro's development mode. */
const DEVELOPMENT = 412_346;
/**
 * Chain ids of private networks, whose transactions tell theirs now and then. A process follows one network of a chain;
 * several chains share the description of theirs.
 */
const seen = new WeakMap<EvmChain, number>();

/** The chain id that Arbitrum's own transactions are hashed with. Their JSON does not always have it. */
export function chainIdOf({ chain, network }: EvmChainNetwork, answer: Buffer): number {
  if (network.chainId !== null) return network.chainId;
  const at = answer.indexOf('"chainId"');
  const digits = at < 0 ? null : /^"chainId"\s*:\s*"0x([0-9a-f]{1,13})"/i.exec(answer.toString('latin1', at, at + 40));
  if (digits) seen.set(chain, Number.parseInt(digits[1]!, 16));
  return seen.get(chain) ?? DEVELOPMENT;
}
