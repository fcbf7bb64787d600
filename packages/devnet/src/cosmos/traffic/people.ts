import { createHash } from 'node:crypto';
import { type CosmosChainNetwork, formatAddress } from '@chaintrail/chains';
import { ripemd160 } from '@noble/hashes/legacy.js';

/** Somebody with an account: its address is of its public key (cosmos-sdk crypto/keys/secp256k1). */
export interface Person {
  readonly address: string;
  readonly publicKey: Buffer;
}

/** Those who have coins from the beginning, and whoever is paid by them. */
export class People {
  private readonly place: CosmosChainNetwork;
  private readonly seed: number;
  readonly rich: readonly Person[];

  constructor(place: CosmosChainNetwork, seed: number, count: number) {
    this.place = place;
    this.seed = seed;
    this.rich = Array.from({ length: count }, (_, index) => this.named(`person ${index}`));
  }

  named(name: string): Person {
    const point = createHash('sha256').update(`${this.seed} ${name}`).digest();
    const publicKey = Buffer.concat([Buffer.from([2]), point]);
    const key = Buffer.from(ripemd160(createHash('sha256').update(publicKey).digest()));
    return { address: formatAddress(this.place.network, key), publicKey };
  }
}
