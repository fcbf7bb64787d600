import type { UtxoNetwork } from '@chaintrail/chains';
import { UtxoSimulator } from '../utxo/utxo-simulator.js';
import type { JournalHeader } from './journal.js';
import { dialectOf } from './node-profile.js';
import type { SimulatedNodeOptions } from './simulated-node.js';

/** The same for everybody who names none, so that a seed alone names a chain. */
const DEFAULT_START_TIME = 1_700_000_000;
const DEFAULT_MWEB_HEIGHT = 120;

/** Everything of the options that shapes the chain. */
export function journalHeader(options: SimulatedNodeOptions, network: UtxoNetwork): JournalHeader {
  const { chain, mwebFromHeight = DEFAULT_MWEB_HEIGHT } = options;
  return {
    format: 1,
    chain: chain.code,
    network: network.name,
    seed: options.seed ?? 1,
    startTime: options.startTime ?? DEFAULT_START_TIME,
    txPerBlock: options.txPerBlock ?? 20,
    mwebFromHeight: chain.mweb ? mwebFromHeight : null,
    proofOfWork: options.proofOfWork ?? true,
    ...(options.coinbaseMaturity === undefined ? {} : { coinbaseMaturity: options.coinbaseMaturity }),
  };
}

/** The simulator of the chain that a journal's header describes. */
export function simulatorOf(
  header: JournalHeader,
  { chain }: SimulatedNodeOptions,
  network: UtxoNetwork,
): UtxoSimulator {
  const proofOfWork = header.proofOfWork ? dialectOf(chain).proofOfWork : 'none';
  return new UtxoSimulator({ ...header, chain, network, proofOfWork });
}
