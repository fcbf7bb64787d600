/** Facts about chains that are followed, and how a request names an address of one. */
import type { ChainCode, ChainNetwork, EvmChainNetwork, UtxoChainNetwork } from '@chaintrail/chains';
import type { ChainState, ReadDatabase } from '@chaintrail/db';

/** A chain that is followed, on the network that the database holds of it. */
export type FollowedChain = ChainNetwork;

/** An address as a request named it. */
export interface NamedAddress {
  readonly key: Buffer;
  /** Canonical text; of a CashAddr that was given without its prefix, without it. */
  readonly address: string;
  /** Tells that {@link address} has no prefix, unlike other addresses of the same answer. */
  readonly isBare: boolean;
  /** Name of the module whose account it is, or that was given in its place; null on chains without such names. */
  readonly name: string | null;
}

/** A token as a request named it. */
export interface NamedToken {
  /** As it is stored: the contract's key, or the denomination. */
  readonly key: Buffer | string;
  /** Canonical text. */
  readonly asset: string;
  /** Token id of ERC-1155, where one was asked for, in decimal. */
  readonly tokenId: string | null;
}

/** A followed chain as it was when it was looked at. */
export type ListedChain = FollowedChain & {
  /** Where it is read from. */
  readonly database: ReadDatabase;
  readonly state: ChainState;
  /** False where its database does not answer now: the state is what it said last. */
  readonly isAnswering: boolean;
};

export type ListedUtxoChain = Extract<ListedChain, UtxoChainNetwork>;
export type ListedEvmChain = Extract<ListedChain, EvmChainNetwork>;

/** The followed chains, as far as it is known. */
export interface Listing {
  /** In the order of the currency codes of each database. */
  readonly chains: readonly ListedChain[];
  /** Currencies whose database does not answer now. Those of which it never said anything are not in {@link chains}. */
  readonly unavailable: readonly ChainCode[];
}
