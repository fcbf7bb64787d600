/** Finds the fee among a transaction's transfers. */
import type { CosmosChain, CosmosFeeRule } from '../chain.js';
import { moduleKey } from './cosmos-address.js';
import type { CosmosTransfer } from './cosmos-block.js';

/**
 * Modules that are paid fees, each once, before anything else that a transaction does.
 * - THORChain takes its fixed fee in the ante step and pays it to the reserve; contracts declare theirs, as the SDK has
 *   it. It does so for failed transactions, too. Source: thornode x/thorchain/ante.go
 * - MAYAChain takes it when it runs the message, a tenth of it for its fund, so that a failed one pays nothing.
 *   Source: mayanode x/mayachain/handler_send.go, helpers.go CalculateMayaFundPercentage
 * - Elsewhere it is what the transaction declares. Source: cosmos-sdk x/auth/ante/fee.go
 */
const COLLECTORS: Readonly<Record<CosmosFeeRule, readonly Buffer[]>> = {
  thorchain: ['reserve', 'fee_collector'].map(moduleKey),
  mayachain: ['reserve', 'maya_fund'].map(moduleKey),
  declared: ['fee_collector'].map(moduleKey),
};

const modulesOf = new WeakMap<CosmosChain, ReadonlySet<string>>();

/** The bond module pays for validators' own transactions: that costs the signer nothing, and is no fee. */
function isModule(chain: CosmosChain, key: Buffer): boolean {
  let modules = modulesOf.get(chain);
  if (modules === undefined) {
    modules = new Set(chain.modules.map((name) => moduleKey(name).toString('latin1')));
    modulesOf.set(chain, modules);
  }
  return modules.has(key.toString('latin1'));
}

/**
 * @param ante transfers of the ante step, or all where events do not show the step
 * @returns the same, those that pay the fee marked
 */
export function markFees(chain: CosmosChain, ante: readonly CosmosTransfer[]): CosmosTransfer[] {
  const collectors = COLLECTORS[chain.feeRule];
  const paid = new Set<string>();
  let paying = true;
  return ante.map((transfer) => {
    const { from, to, denom } = transfer;
    const collector = to === null ? -1 : collectors.findIndex((key) => key.equals(to));
    const what = `${collector} ${denom}`;
    paying &&= from !== null && collector >= 0 && !paid.has(what) && !isModule(chain, from);
    paid.add(what);
    return paying ? { ...transfer, kind: 'fee' } : transfer;
  });
}

/** In the chain's own coin. */
export function sumOfFees(transfers: readonly CosmosTransfer[]): bigint {
  const fees = transfers.filter(({ kind, denom }) => kind === 'fee' && denom === null);
  return fees.reduce((sum, { amount }) => sum + amount, 0n);
}
