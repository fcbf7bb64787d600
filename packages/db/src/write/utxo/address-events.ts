/** What a batch does to each address: one event per transaction and address, in chain order. */
import { txKey } from '../../tx-key.js';
import { InconsistentBlockError, NONE, type UtxoBatch } from './batch.js';

export interface AddressEvents {
  readonly count: number;
  /** Number of the address in the batch's address book. */
  readonly address: Int32Array;
  readonly txKey: Float64Array;
  /** Net effect on the balance. One transaction's amounts fit 64 bits on every UTXO chain, sums over several need not. */
  readonly delta: BigInt64Array;
  /** Sum of the outputs that pay the address. */
  readonly received: BigInt64Array;
  /** Per transaction of the batch: inputs minus outputs; null where an input's amount is not known. */
  readonly fees: readonly (bigint | null)[];
}

/** @throws InconsistentBlockError when a transaction pays out more than it spends */
export function addressEvents(batch: UtxoBatch): AddressEvents {
  // Every input and output makes one event at most.
  const limit = batch.inputAddress.length + batch.outputAddress.length;
  const events = {
    count: 0,
    address: new Int32Array(limit),
    txKey: new Float64Array(limit),
    delta: new BigInt64Array(limit),
    received: new BigInt64Array(limit),
    fees: [] as (bigint | null)[],
  };
  // The event of an address within the current transaction, while `eventTx` says that it is the current one's.
  const eventOf = new Int32Array(batch.addresses.keys.length);
  const eventTx = new Int32Array(batch.addresses.keys.length).fill(NONE);
  const eventFor = (address: number, tx: number, key: number): number => {
    if (eventTx[address] !== tx) {
      eventTx[address] = tx;
      eventOf[address] = events.count;
      events.address[events.count] = address;
      events.txKey[events.count++] = key;
    }
    return eventOf[address]!;
  };
  for (let tx = 0; tx < batch.txBlock.length; tx++) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    const key = txKey(height, t);
    let spent: bigint | null = 0n;
    for (let i = t === 0 ? block.inputStart[1]! : block.inputStart[t]!; i < block.inputStart[t + 1]!; i++) {
      const input = batch.inputBase[b]! + i;
      const value = batch.inputValue[input]!;
      if (value < 0n) spent = null;
      else if (spent !== null) spent += value;
      const address = batch.inputAddress[input]!;
      if (address !== NONE) events.delta[eventFor(address, tx, key)]! -= value;
    }
    let paid = 0n;
    for (let o = block.outputStart[t]!; o < block.outputStart[t + 1]!; o++) {
      const output = batch.outputBase[b]! + o;
      const value = block.outputValue[o]!;
      paid += value;
      const address = batch.outputAddress[output]!;
      if (address === NONE || batch.outputUnspendable[output] === 1) continue;
      const event = eventFor(address, tx, key);
      events.delta[event]! += value;
      events.received[event]! += value;
    }
    events.fees.push(feeOf(spent, paid, t, height));
  }
  return events;
}

function feeOf(spent: bigint | null, paid: bigint, index: number, height: number): bigint | null {
  if (index === 0) return 0n;
  if (spent === null) return null;
  if (spent < paid)
    throw new InconsistentBlockError(
      `transaction ${index} of block ${height} pays out ${paid} and spends only ${spent}`,
    );
  return spent - paid;
}
