/**
 * A real Arbitrum Nitro with a sequencer, whose `dev` namespace stands in for layer 1. It makes a block for what it is sent, when it is sent
 * something: a transaction is in a block when {@link NitroNode.rpc} returns from sending it.
 */
import { join } from 'node:path';
import { freePort, temporaryFolder } from '../machine.js';
import { waitFor } from '../wait.js';
import { EvmNode, started } from './node-program.js';

/** Key of the account that `--dev` funds, which owns the chain, too: what it may do, ArbOwner (0x70) tells. */
export const NITRO_OWNER_KEY = '0xb6b15c8cb491557369f3c7d2c287b053eb229daa9c22138887752191c9520659';
const MODULES = 'eth,net,web3,debug,arb,txpool,arbdebug,dev';
const CACHES = { 'trie-clean-cache': 32, 'snapshot-cache': 32, 'database-cache': 64, 'trie-dirty-cache': 64 } as const;

/**
 * A submission to layer 1. Amounts in wei; missing ones are 0. Source: nitro arbos/parse_l2.go
 * parseSubmitRetryableMessage
 */
export interface RetryableSubmission {
  readonly from: string;
  readonly to: string;
  readonly callValue?: bigint;
  /** Deposit on layer 1, which is minted. */
  readonly depositValue: bigint;
  readonly maxSubmissionFee: bigint;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly data?: string;
  /** Sets the price of the submission. */
  readonly baseFeeL1: bigint;
  /** Who gets back fees that were not used up; default: `from`. */
  readonly refundTo?: string;
  /** Who gets the value of a retryable that is cancelled, or never redeemed; default: `from`. */
  readonly beneficiary?: string;
}

/** Where what came from layer 1 went. */
export interface NitroMessage {
  readonly requestId: string;
  readonly blockHash: string;
}

export class NitroNode extends EvmNode {
  /** Makes `blocks` blocks, each with a deposit of nothing. */
  async mine(blocks = 1): Promise<void> {
    const nobody = `0x${'ee'.repeat(20)}`;
    for (let made = 0; made < blocks; made++) await this.deposit(nobody, nobody, 0n);
  }

  /** Ether of layer 1 for `to`, by way of `from`, the alias of who sends it there (type 0x64). */
  deposit(from: string, to: string, wei: bigint): Promise<NitroMessage> {
    return this.rpc<NitroMessage>('dev_deposit', from, to, quantity(wei));
  }

  /** A retryable (type 0x69), and in the same block its first redemption (0x68) where its gas was paid for. */
  submitRetryable(submission: RetryableSubmission): Promise<NitroMessage> {
    const { from } = submission;
    const message = { refundTo: from, beneficiary: from, data: '0x', callValue: 0n, ...submission };
    const quantities = Object.entries(message).map(([name, value]) =>
      typeof value === 'bigint' ? [name, quantity(value)] : [name, value],
    );
    return this.rpc<NitroMessage>('dev_submitRetryable', Object.fromEntries(quantities));
  }

  /**
   * Any message of layer 1. Source: nitro arbos/arbostypes/incomingmessage.go for kinds, arbos/parse_l2.go for what is in them
   * @param message `0x…`
   */
  sendL1Message(kind: number, sender: string, message: string): Promise<NitroMessage> {
    return this.rpc<NitroMessage>('dev_sendL1Message', { kind: quantity(kind), sender, l2Msg: message });
  }

  /** Takes back the blocks above `keep`; with `rebuild` it makes the same blocks again, in the background. */
  async reorg(keep: number, rebuild = false): Promise<void> {
    const height = rebuild ? await this.height() : keep;
    await this.rpc('dev_reorg', quantity(keep), rebuild);
    const isDone = async () => (await this.height()) >= height;
    await waitFor(isDone, { processes: [this.process], what: `nitro to be at block ${height} again` });
  }

  /** Before the first call there is no block that is safe, nor a final one. */
  async setFinality(safe: number, finalized: number): Promise<void> {
    await this.rpc('dev_setFinality', quantity(safe), quantity(finalized));
  }
}

export async function startNitro(binary: string): Promise<NitroNode> {
  const folder = await temporaryFolder('nitro');
  const [http, ws, engine] = [await freePort(), await freePort(), await freePort()];
  const flags = {
    'persistent.global-config': folder,
    'persistent.chain': join(folder, 'chain'),
    // Pebble loses its tail when the node is killed.
    'persistent.db-engine': 'leveldb',
    'http.addr': '127.0.0.1',
    'http.port': http,
    'http.api': MODULES,
    'ws.addr': '127.0.0.1',
    'ws.port': ws,
    'ws.api': MODULES,
    'ws.origins': '*',
    'auth.port': engine,
    // A block for each 5 ms in which something comes.
    'execution.sequencer.max-block-speed': '5ms',
    ...Object.fromEntries(Object.entries(CACHES).map(([name, mb]) => [`execution.caching.${name}`, mb])),
  };
  const args = [
    ...['--dev', '--execution.caching.archive', '--file-logging.enable=false'],
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, `${value}`]),
  ];
  return started(new NitroNode(folder, { name: 'nitro', command: binary, args }, http, ws));
}

function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}
