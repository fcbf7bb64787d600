/** Zcash's coinbases: a funding stream is paid beside the miner, who may be paid into a shielded pool. */
import type { DraftContext } from '../utxo/chain-rules.js';
import type { DraftOutput, TransactionDraft } from '../utxo/utxo-transaction.js';
import { totalGain } from './pools.js';
import { openPools, zcashParts } from './shielded-payments.js';
import type { PoolMoves } from './zcash-transaction.js';

/** Per cent of a coinbase (ZIP 1015 has it of the subsidy). */
const STREAM_PERCENT = 8n;

const sum = (outputs: readonly DraftOutput[]): bigint => outputs.reduce((total, { value }) => total + value, 0n);

/** Zatoshis that the block at this height brings into being: 6.25 ZEC before the first halving of regtest. */
export function subsidyAt(height: number): bigint {
  return height === 0 ? 0n : 625_000_000n >> BigInt(Math.floor(height / 288));
}

/** @param draft with payouts that sum up to everything the block may pay in outputs and into pools */
export function finishCoinbase(draft: TransactionDraft, context: DraftContext): TransactionDraft {
  const { nextHeight, random, population } = context;
  const miner = draft.outputs.map((output) => ({ ...output, value: output.value - percent(output.value) }));
  const value = sum(draft.outputs) - sum(miner);
  const stream = [{ value, destination: population.receive(random.pick(population.ofRole('merchant')), random) }];
  const hidden = random.chance(0.15) ? random.pick(openPools(nextHeight)) : null;
  // A stream may name a shielded address too (protocol specification §7.10): then no output is left.
  const everything = hidden !== null && random.chance(0.3);
  const moves: PoolMoves = hidden === null ? {} : { [hidden]: sum(miner) + (everything ? value : 0n) };
  // ZIP 203: a coinbase expires at its own height, which keeps its id unique.
  const zcash = zcashParts(context, moves, { coinbase: true, expiryHeight: nextHeight });
  const outputs = hidden === null ? [...miner, ...stream] : everything ? [] : stream;
  return { ...draft, version: zcash.version, outputs, poolGain: totalGain(moves), zcash };
}

function percent(value: bigint): bigint {
  return (value * STREAM_PERCENT) / 100n;
}
