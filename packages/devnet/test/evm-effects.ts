/**
 * Effects of a block on balances, worked out from the node's answers alone, as somebody would who knows the protocols
 * and not the simulation: transactions, receipts, traces, withdrawals.
 */
import type { EvmCode, NodeJson } from './evm-helpers.js';

const VAULT = {
  baseFee: '0x4200000000000000000000000000000000000019',
  l1Fee: '0x420000000000000000000000000000000000001a',
  operator: '0x420000000000000000000000000000000000001b',
};

export class Effects {
  readonly deltas = new Map<string, bigint>();

  add(address: string | null, amount: bigint): void {
    // Some members are in mixed case.
    const key = address?.toLowerCase();
    if (key !== undefined) this.deltas.set(key, (this.deltas.get(key) ?? 0n) + amount);
  }
}

export function effectsOf(code: EvmCode, block: NodeJson, receipts: NodeJson[], traces: NodeJson[]): Effects {
  const effects = new Effects();
  for (const [index, transaction] of block.transactions.entries()) {
    const receipt = receipts[index];
    const { result } = traces[index];
    const created = new Set<string>();
    collectCreated(result, created);
    // Arbitrum's traces tell what destroyed contracts had at the end.
    walk(result, { created, destroyed: new Set(), remainsAreTold: code === 'arb' }, effects);
    if (code === 'arb') {
      for (const { from, to, value } of [...result.beforeEVMTransfers, ...result.afterEVMTransfers]) {
        effects.add(from, -BigInt(value));
        effects.add(to, BigInt(value));
      }
    } else {
      charge(code, block, transaction, receipt, effects);
    }
  }
  for (const { address, amount } of block.withdrawals ?? []) effects.add(address, BigInt(amount) * 1_000_000_000n);
  return effects;
}

function charge(code: EvmCode, block: NodeJson, transaction: NodeJson, receipt: NodeJson, effects: Effects): void {
  if (transaction.type === '0x7e') {
    effects.add(transaction.from, BigInt(transaction.mint ?? 0));
    return;
  }
  const gasUsed = BigInt(receipt.gasUsed);
  const price = BigInt(receipt.effectiveGasPrice);
  const baseFee = BigInt(block.baseFeePerGas);
  const blobFee = BigInt(receipt.blobGasUsed ?? 0) * BigInt(receipt.blobGasPrice ?? 0);
  const l1Fee = BigInt(receipt.l1Fee ?? 0);
  const operatorFee = operatorFeeOf(receipt, gasUsed);
  effects.add(transaction.from, -(gasUsed * price + blobFee + l1Fee + operatorFee));
  effects.add(block.miner, gasUsed * (price - baseFee));
  if (code === 'eth') return;
  effects.add(VAULT.baseFee, gasUsed * baseFee);
  effects.add(VAULT.l1Fee, l1Fee);
  effects.add(VAULT.operator, operatorFee);
}

function operatorFeeOf(receipt: NodeJson, gasUsed: bigint): bigint {
  if (receipt.operatorFeeScalar === undefined) return 0n;
  const scaled = gasUsed * BigInt(receipt.operatorFeeScalar);
  const constant = BigInt(receipt.operatorFeeConstant);
  return receipt.daFootprintGasScalar === undefined ? scaled / 1_000_000n + constant : scaled * 100n + constant;
}

function collectCreated(frame: NodeJson, created: Set<string>): void {
  if (frame.error !== undefined) return;
  if (frame.type.startsWith('CREATE')) created.add(frame.to);
  for (const call of frame.calls ?? []) collectCreated(call, created);
}

interface Ends {
  readonly created: ReadonlySet<string>;
  readonly destroyed: Set<string>;
  readonly remainsAreTold: boolean;
}

/** A frame with an error takes everything back that is inside it. */
function walk(frame: NodeJson, ends: Ends, effects: Effects): void {
  const { created, destroyed, remainsAreTold } = ends;
  if (frame.error !== undefined) return;
  if (frame.type !== 'DELEGATECALL' && frame.type !== 'STATICCALL') {
    const value = BigInt(frame.value);
    const endsItself = frame.type === 'SELFDESTRUCT' && frame.from === frame.to;
    // EIP-6780: only what was made in the same transaction takes its coins with it.
    if (frame.type === 'SELFDESTRUCT' && created.has(frame.from)) destroyed.add(frame.from);
    if (!endsItself || created.has(frame.from)) {
      effects.add(frame.from, -value);
      if (!endsItself && (remainsAreTold || !destroyed.has(frame.to))) effects.add(frame.to, value);
    }
  }
  for (const call of frame.calls ?? []) walk(call, ends, effects);
}
