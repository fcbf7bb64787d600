/** Signs and sends transactions, each account's in order. */
import type { HDNodeWallet } from 'ethers';
import { callNode } from '../call-node.js';

const GWEI = 1_000_000_000n;
const CALL_GAS = 500_000n;
const PAYMENT_GAS = 21_000n;

export interface Fields {
  /** None: it creates a contract. */
  readonly to?: string;
  readonly value?: bigint;
  readonly data?: string;
  readonly gasLimit?: bigint;
  /** 0, 1 or 2; default 2. */
  readonly type?: number;
}

export class Sender {
  readonly #url: string;
  readonly #chainId: bigint;

  private constructor(url: string, chainId: bigint) {
    this.#url = url;
    this.#chainId = chainId;
  }

  static async to(url: string): Promise<Sender> {
    return new Sender(url, BigInt(await callNode<string>(url, 'eth_chainId')));
  }

  /** Sends a transaction, which waits for the next block. @throws Error when the node refuses it */
  async send(from: HDNodeWallet, fields: Fields): Promise<void> {
    const { type = 2, data, gasLimit = data === undefined ? PAYMENT_GAS : CALL_GAS } = fields;
    const nonce = Number(await callNode<string>(this.#url, 'eth_getTransactionCount', from.address, 'pending'));
    const price = type < 2 ? { gasPrice: 3n * GWEI } : { maxFeePerGas: 20n * GWEI, maxPriorityFeePerGas: GWEI };
    const raw = await from.signTransaction({ ...fields, ...price, type, gasLimit, nonce, chainId: this.#chainId });
    await callNode(this.#url, 'eth_sendRawTransaction', raw);
  }
}
