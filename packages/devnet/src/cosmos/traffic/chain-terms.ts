/** Names, charges and participants of the two networks of the kind (thornode constants, mayanode constants). */
import { type CosmosChainNetwork, formatAddress, moduleKey } from '@chaintrail/chains';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '../block-hashing.js';

export type ChainTerms = ReturnType<typeof chainTerms>;

export function chainTerms(place: CosmosChainNetwork) {
  const { chain, network } = place;
  const module = (name: string): string => formatAddress(network, moduleKey(name));
  const isMaya = chain.code === 'cacao';
  const unit = 10n ** BigInt(chain.decimals);
  return {
    place,
    chainId: network.chainId ?? (isMaya ? 'mayachain' : 'thorchain'),
    /** As events name the chain itself. */
    home: isMaya ? 'MAYA' : 'THOR',
    asset: isMaya ? 'MAYA.CACAO' : 'THOR.RUNE',
    /** Denomination of the chain's own coin, and one of it in base units. */
    coin: chain.nativeDenom,
    unit,
    /** A second coin. */
    token: isMaya ? 'maya' : 'tcy',
    /** Bitcoin that is kept here. */
    heldDenom: isMaya ? 'btc/btc' : 'btc-btc',
    heldAsset: isMaya ? 'BTC/BTC' : 'BTC-BTC',
    /** Type of the event that registers a name. */
    name: isMaya ? 'mayaname' : 'thorname',
    fee: isMaya ? unit / 5n : unit / 50n,
    /** Whether a failed transaction pays it. */
    failedPay: !isMaya,
    /** Whether observations are injected by validators; else signed by them. */
    injects: !isMaya,
    asgard: module('asgard'),
    reserve: module('reserve'),
    bond: module('bond'),
    /** Mints and burns. */
    mint: module(isMaya ? 'mayachain' : 'thorchain'),
    feeCollector: module('fee_collector'),
    /** A contract; null where there are none. */
    contract: isMaya ? null : formatAddress(network, sha256('contract')),
  };
}

/** Somebody with an account: its address is of its public key (cosmos-sdk crypto/keys/secp256k1). */
export interface Person {
  readonly address: string;
  readonly publicKey: Buffer;
}

/** The same for the same name and seed. */
export function personNamed({ network }: CosmosChainNetwork, seed: number, name: string): Person {
  const publicKey = Buffer.concat([Buffer.from([2]), sha256(`${seed} ${name}`)]);
  return { address: formatAddress(network, Buffer.from(ripemd160(sha256(publicKey)))), publicKey };
}

/** Id of a transaction of another chain. */
export function foreignId(...of: readonly (string | number)[]): string {
  return sha256(of.join(' ')).toString('hex').toUpperCase();
}
