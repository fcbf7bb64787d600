/** What address keys stand for, as texts. Pages repeat them, and checksums are hashes of what they end. */
import {
  formatAddress,
  type ScriptType,
  scriptOfAddressKey,
  scriptType,
  type UtxoChainNetwork,
  type UtxoNetwork,
} from '@chaintrail/chains';

interface Payee {
  readonly address: string;
  /** The output script that pays it, hex, and its type. */
  readonly script: string;
  readonly type: ScriptType;
}

/** So many are remembered of a network, or twice as many: 5 MB. */
const REMEMBERED = 8_192;

const known = new WeakMap<UtxoNetwork, Payees>();

/** Those of a network, remembered by this process. */
export function payeesOf(followed: UtxoChainNetwork): Payees {
  let payees = known.get(followed.network);
  if (payees === undefined) {
    payees = new Payees(followed);
    known.set(followed.network, payees);
  }
  return payees;
}

export class Payees {
  readonly #followed: UtxoChainNetwork;
  #recent = new Map<string, Payee>();
  /** The generation before, of which is kept what is asked for again. */
  #older = new Map<string, Payee>();

  constructor(followed: UtxoChainNetwork) {
    this.#followed = followed;
  }

  /** @param key hex of an address key */
  of(key: string): Payee {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const bytes = Buffer.from(key, 'hex');
    const payee = this.#older.get(key) ?? this.#make(bytes);
    if (this.#recent.size >= REMEMBERED) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    // The text of the key may be a slice of a row, all of which it would keep.
    this.#recent.set(bytes.toString('hex'), payee);
    return payee;
  }

  #make(key: Buffer): Payee {
    const { chain, network } = this.#followed;
    const script = scriptOfAddressKey(key);
    return { address: formatAddress(network, key), script: script.toString('hex'), type: scriptType(chain, script) };
  }
}
