import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { ProofOfWork } from '../utxo/header.js';

/** @throws RangeError when the chain has no network of that name */
export function networkOf(chain: UtxoChain, name = 'regtest'): UtxoNetwork {
  const network = chain.networks.find((candidate) => candidate.name === name);
  if (network) return network;
  throw new RangeError(
    `${chain.code} has no network ${name}: it has ${chain.networks.map((known) => known.name).join(', ')}`,
  );
}

export function proofOfWorkOf(chain: UtxoChain): ProofOfWork {
  return chain.code === 'ltc' ? 'scrypt' : 'sha256d';
}
