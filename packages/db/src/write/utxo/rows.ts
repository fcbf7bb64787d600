/** The rows of a batch in COPY form. Pure: values in, bytes out. Columns are in the order of {@link COPY_TARGETS}. */
import { formatAddress, scriptIsDerived, type UtxoNetwork } from '@chaintrail/chains';
import { txKey } from '../../tx-key.js';
import { CopyRows } from '../copy-rows.js';
import type { AddressEvents } from './address-events.js';
import { NONE, type UtxoBatch } from './batch.js';

export const COPY_TARGETS = {
  blocks: '(height, hash, parent_hash, time, tx_count, size)',
  transactions:
    '(tx_key, txid, version, lock_time, size, vsize, fee, input_tx_keys, input_vouts, output_values, output_keys, output_scripts, input_txids, input_values, input_keys)',
  address_transactions: '(address_key, seq, tx_key, delta, balance, received)',
  addresses: '(address_key, address)',
  unspent_outputs: '(txid, vout, tx_key, value, address_key)',
} as const;

export function blockRows(batch: UtxoBatch): CopyRows {
  const rows = new CopyRows();
  for (const { height, hash, parentHash, block } of batch.blocks) {
    rows.row(6);
    rows.int4(height);
    rows.bytea(Buffer.from(hash, 'hex'));
    rows.bytea(Buffer.from(parentHash, 'hex'));
    rows.int8(block.time);
    rows.int4(block.txCount);
    rows.int4(block.size);
  }
  return rows;
}

export function transactionRows(batch: UtxoBatch, events: AddressEvents): CopyRows {
  const rows = new CopyRows();
  for (let tx = 0; tx < batch.txBlock.length; tx++) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    rows.row(15);
    rows.int8(txKey(height, t));
    rows.reversedHash(block.txids, 32 * t);
    rows.int8(block.txVersion[t]!);
    rows.int8(block.lockTime[t]!);
    rows.int4(block.txSize[t]!);
    rows.int4(Math.ceil(block.txWeight[t]! / 4));
    const fee = events.fees[tx]!;
    if (fee === null) rows.null();
    else rows.numeric(fee);
    const firstInput = block.inputStart[t]!;
    const inputCount = t === 0 ? 0 : block.inputStart[t + 1]! - firstInput;
    const inputs = batch.inputBase[b]! + firstInput;
    rows.int8Array(inputCount, (i) => (batch.inputTxKey[inputs + i] === NONE ? null : batch.inputTxKey[inputs + i]!));
    rows.int4Array(inputCount, (i) => block.inputPrevVout[firstInput + i]! | 0);
    putOutputs(rows, batch, b, t);
    putEarlyInputs(rows, batch, b, firstInput, inputCount);
  }
  return rows;
}

function putOutputs(rows: CopyRows, batch: UtxoBatch, b: number, t: number): void {
  const { block } = batch.blocks[b]!;
  const first = block.outputStart[t]!;
  const count = block.outputStart[t + 1]! - first;
  const addressOf = (o: number): number => batch.outputAddress[batch.outputBase[b]! + first + o]!;
  // A script that is the template of its address is not stored twice.
  const isStored = (o: number): boolean => {
    const address = addressOf(o);
    const offset = block.outputScriptOffset[first + o]!;
    const length = block.outputScriptLength[first + o]!;
    return address === NONE || !scriptIsDerived(block.bytes, offset, length, batch.addresses.keys[address]!);
  };
  rows.int8Array(count, (o) => block.outputValue[first + o]!);
  rows.byteaArray(count, (o) => {
    const address = addressOf(o);
    if (address === NONE) rows.null();
    else rows.bytea(batch.addresses.keys[address]!);
  });
  let anyStored = false;
  for (let o = 0; o < count && !anyStored; o++) anyStored = isStored(o);
  if (!anyStored) {
    rows.null();
    return;
  }
  rows.byteaArray(count, (o) => {
    if (!isStored(o)) rows.null();
    else {
      const offset = block.outputScriptOffset[first + o]!;
      rows.bytea(block.bytes, offset, offset + block.outputScriptLength[first + o]!);
    }
  });
}

/** Outpoints that lie before the indexed history cannot be named by tx_key: these columns hold what is known of them. */
function putEarlyInputs(rows: CopyRows, batch: UtxoBatch, b: number, firstInput: number, count: number): void {
  const { block } = batch.blocks[b]!;
  const inputs = batch.inputBase[b]! + firstInput;
  const isEarly = (i: number): boolean => batch.inputTxKey[inputs + i] === NONE;
  let anyEarly = false;
  for (let i = 0; i < count && !anyEarly; i++) anyEarly = isEarly(i);
  if (!anyEarly) {
    for (let column = 0; column < 3; column++) rows.null();
    return;
  }
  rows.byteaArray(count, (i) => {
    if (isEarly(i)) rows.reversedHash(block.bytes, block.inputPrevTxidOffset[firstInput + i]!);
    else rows.null();
  });
  rows.int8Array(count, (i) =>
    isEarly(i) && batch.inputValue[inputs + i]! >= 0n ? batch.inputValue[inputs + i]! : null,
  );
  rows.byteaArray(count, (i) => {
    const address = batch.inputAddress[inputs + i]!;
    if (isEarly(i) && address !== NONE) rows.bytea(batch.addresses.keys[address]!);
    else rows.null();
  });
}

/** The outputs that are still unspent after the batch, sorted by txid so that their index is written in order. */
export function unspentOutputRows(batch: UtxoBatch): CopyRows {
  const rows = new CopyRows();
  const txids = Array.from(batch.txBlock, (b, tx) => {
    const at = 32 * (tx - batch.txBase[b]!);
    return Buffer.from(batch.blocks[b]!.block.txids.subarray(at, at + 32)).reverse();
  });
  const order = Uint32Array.from(txids.keys()).sort((x, y) => txids[x]!.compare(txids[y]!));
  for (const tx of order) {
    const b = batch.txBlock[tx]!;
    const { block, height } = batch.blocks[b]!;
    const t = tx - batch.txBase[b]!;
    for (let o = block.outputStart[t]!; o < block.outputStart[t + 1]!; o++) {
      const output = batch.outputBase[b]! + o;
      if (batch.outputUnspendable[output] === 1 || batch.outputSpent[output] === 1) continue;
      rows.row(5);
      rows.bytea(txids[tx]!);
      rows.int4(o - block.outputStart[t]!);
      rows.int8(txKey(height, t));
      rows.int8(block.outputValue[o]!);
      const address = batch.outputAddress[output]!;
      if (address === NONE) rows.null();
      else rows.bytea(batch.addresses.keys[address]!);
    }
  }
  return rows;
}

/** Where an address's history stood before the batch. `seq` 0: it had none. */
export interface AddressState {
  seq: number;
  balance: bigint;
  received: bigint;
}

/**
 * Numbers the events and carries the running state on.
 * @param states per address of the batch's book; advanced in place
 * @returns history rows sorted by address, and the texts of addresses that are new
 */
export function historyRows(
  batch: UtxoBatch,
  events: AddressEvents,
  states: readonly AddressState[],
  network: UtxoNetwork,
): { history: CopyRows; addresses: CopyRows } {
  const history = new CopyRows();
  const addresses = new CopyRows();
  const { keys } = batch.addresses;
  for (const [address, eventsOfAddress] of groupByAddress(batch, events)) {
    const key = keys[address]!;
    const state = states[address]!;
    if (state.seq === 0) {
      addresses.row(2);
      addresses.bytea(key);
      addresses.text(formatAddress(network, key));
    }
    for (const event of eventsOfAddress) {
      state.seq++;
      state.balance += events.delta[event]!;
      state.received += events.received[event]!;
      history.row(6);
      history.bytea(key);
      history.int8(state.seq);
      history.int8(events.txKey[event]!);
      history.numeric(events.delta[event]!);
      history.numeric(state.balance);
      history.numeric(state.received);
    }
  }
  return { history, addresses };
}

/** Events of each address that has any, addresses in key order, events in chain order (a counting sort). */
function* groupByAddress(batch: UtxoBatch, events: AddressEvents): Generator<[address: number, events: Uint32Array]> {
  const { keys } = batch.addresses;
  const end = new Uint32Array(keys.length + 1);
  for (let e = 0; e < events.count; e++) end[events.address[e]! + 1]!++;
  for (let a = 0; a < keys.length; a++) end[a + 1]! += end[a]!;
  const sorted = new Uint32Array(events.count);
  const next = end.slice();
  for (let e = 0; e < events.count; e++) sorted[next[events.address[e]!]!++] = e;
  for (const address of batch.addresses.sorted()) {
    if (end[address]! < end[address + 1]!) yield [address, sorted.subarray(end[address]!, end[address + 1]!)];
  }
}
