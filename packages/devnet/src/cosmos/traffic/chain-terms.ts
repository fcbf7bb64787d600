/** What the two networks of the kind call things, and what they charge (thornode constants, mayanode constants). */
import { createHash } from 'node:crypto';
import { type CosmosChainNetwork, formatAddress } from '@chaintrail/chains';

export interface ChainTerms {
  readonly place: CosmosChainNetwork;
  readonly chainId: string;
  /** As events name the chain itself. */
  readonly home: string;
  /** "THOR.RUNE" */
  readonly asset: string;
  /** Denomination of the chain's own coin, and one of it in base units. */
  readonly coin: string;
  readonly unit: bigint;
  /** A second coin. */
  readonly token: string;
  /** Bitcoin that is kept here. */
  readonly heldDenom: string;
  readonly heldAsset: string;
  /** Type of the event that registers a name. */
  readonly name: string;
  readonly fee: bigint;
  /** Whether a failed transaction pays it. */
  readonly failedPay: boolean;
  /** Whether observations are injected by validators; else signed by them. */
  readonly injects: boolean;
  readonly asgard: string;
  readonly reserve: string;
  readonly bond: string;
  /** Mints and burns. */
  readonly mint: string;
  readonly feeCollector: string;
  /** A contract; null where there are none. */
  readonly contract: string | null;
}

export function chainTerms(place: CosmosChainNetwork): ChainTerms {
  const { chain, network } = place;
  const module = (name: string): string =>
    formatAddress(network, createHash('sha256').update(name).digest().subarray(0, 20));
  const isMaya = chain.code === 'cacao';
  const unit = 10n ** BigInt(chain.decimals);
  return {
    place,
    chainId: network.chainId ?? (isMaya ? 'mayachain' : 'thorchain'),
    home: isMaya ? 'MAYA' : 'THOR',
    asset: isMaya ? 'MAYA.CACAO' : 'THOR.RUNE',
    coin: chain.nativeDenom,
    unit,
    token: isMaya ? 'maya' : 'tcy',
    heldDenom: isMaya ? 'btc/btc' : 'btc-btc',
    heldAsset: isMaya ? 'BTC/BTC' : 'BTC-BTC',
    name: isMaya ? 'mayaname' : 'thorname',
    fee: isMaya ? unit / 5n : unit / 50n,
    failedPay: !isMaya,
    injects: !isMaya,
    asgard: module('asgard'),
    reserve: module('reserve'),
    bond: module('bond'),
    mint: module(isMaya ? 'mayachain' : 'thorchain'),
    feeCollector: module('fee_collector'),
    contract: isMaya ? null : formatAddress(network, createHash('sha256').update('contract').digest()),
  };
}
