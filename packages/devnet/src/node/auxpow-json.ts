/** `auxpow` of a Dogecoin block (dogecoin src/rpc/blockchain.cpp AuxpowToJSON). */
import { readAuxPow } from '../utxo/doge/auxpow.js';
import { displayHash } from '../utxo/hash.js';
import type { Json } from './decimal-json.js';

export function auxPowJson(proof: Buffer): Json {
  const { coinbase, merkleBranch, index, chainBranch, chainIndex, parent } = readAuxPow(proof);
  return {
    tx: { hex: coinbase.toString('hex') },
    index,
    chainindex: chainIndex,
    merklebranch: merkleBranch.map(displayHash),
    chainmerklebranch: chainBranch.map(displayHash),
    parentblock: parent.toString('hex'),
  };
}
