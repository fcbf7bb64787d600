/** Who plays on a chain: accounts with keys, contracts, and how a transaction is made and mined. */
import { type ContractName, contractArtifact } from '@chaintrail/anvil';
import { ANVIL_MNEMONIC, type EvmNode } from '@chaintrail/testkit';
import {
  type BaseWallet,
  concat,
  dataLength,
  getCreateAddress,
  HDNodeWallet,
  Interface,
  type InterfaceAbi,
  Mnemonic,
  type TransactionLike,
} from 'ethers';

const ACCOUNTS = 10;
const GWEI = 1_000_000_000n;
/** Enough for every call of the scenario, far below the block's limit. */
const CALL_GAS = 1_500_000n;
/** A plain payment; accounts with code (EIP-7702) need more. */
const PAYMENT_GAS = 21_000n;
/** More than this no transaction may have (EIP-7825). */
const MAX_GAS = 16_777_216n;

export interface Actor {
  readonly address: string;
  readonly wallet: BaseWallet;
}

export interface Contract {
  readonly name: ContractName;
  readonly address: string;
  readonly interface: Interface;
}

export type TransactionFields = Omit<TransactionLike<string>, 'from' | 'nonce' | 'chainId'>;

let actors: readonly Actor[] | undefined;

/** Anvil's own accounts; other nodes have them in their genesis. Keys cost a tenth of a second each from the phrase. */
export function castActors(): readonly Actor[] {
  if (actors) return actors;
  const parent = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(ANVIL_MNEMONIC), "m/44'/60'/0'/0");
  actors = Array.from({ length: ACCOUNTS }, (_, index) => {
    const wallet = parent.deriveChild(index);
    return { address: wallet.address, wallet };
  });
  return actors;
}

export class Cast {
  readonly node: EvmNode;
  readonly actors: readonly Actor[];
  readonly #chainId: bigint;
  readonly #gasFactor: bigint;
  readonly #nonces = new Map<string, number>();
  #fresh = 0;

  private constructor(node: EvmNode, chainId: bigint, gasFactor: bigint) {
    this.node = node;
    this.#gasFactor = gasFactor;
    this.#chainId = chainId;
    this.actors = castActors();
  }

  /** @param gasFactor how much more gas everything is given; Amsterdam takes more for what is new (EIP-8037) */
  static async of(node: EvmNode, gasFactor = 1n): Promise<Cast> {
    return new Cast(node, BigInt(await node.rpc<string>('eth_chainId')), gasFactor);
  }

  actor(index: number): Actor {
    return this.actors[index % ACCOUNTS]!;
  }

  /** An address that nothing has ever touched. */
  freshAddress(): string {
    this.#fresh += 1;
    return getCreateAddress({ from: this.actor(0).address, nonce: 1_000_000 + this.#fresh });
  }

  /** The number of the account's next transaction, those that wait included. */
  async nonceOf({ address }: Actor): Promise<number> {
    const known = this.#nonces.get(address);
    return known ?? Number(await this.node.rpc<string>('eth_getTransactionCount', address, 'pending'));
  }

  /** After blocks were taken back, accounts count from where the node says. */
  forgetNonces(): void {
    this.#nonces.clear();
  }

  /** Signs a transaction with the account's next number. Types 0 to 4; the fees are the scenario's. */
  async sign(from: Actor, fields: TransactionFields): Promise<string> {
    const nonce = await this.nonceOf(from);
    this.#nonces.set(from.address, nonce + 1);
    return this.signAs(from, nonce, fields);
  }

  signAs(from: Actor, nonce: number, fields: TransactionFields): Promise<string> {
    const type = fields.type ?? 2;
    const price = type < 2 ? { gasPrice: 20n * GWEI } : { maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: 2n * GWEI };
    const hasData = dataLength(fields.data ?? '0x') > 0;
    const gas =
      (fields.gasLimit ? BigInt(fields.gasLimit) : hasData || type === 4 ? CALL_GAS : PAYMENT_GAS) * this.#gasFactor;
    const gasLimit = gas < MAX_GAS ? gas : MAX_GAS;
    return from.wallet.signTransaction({ ...price, ...fields, gasLimit, type, nonce, chainId: this.#chainId });
  }

  /** @returns the transaction's id; it waits for the next block */
  async send(from: Actor, fields: TransactionFields): Promise<string> {
    return this.broadcast(await this.sign(from, fields));
  }

  broadcast(raw: string): Promise<string> {
    return this.node.rpc<string>('eth_sendRawTransaction', raw);
  }

  async deploy(from: Actor, name: ContractName, args: readonly unknown[] = [], value = 0n): Promise<Contract> {
    const { abi, bytecode } = contractArtifact(name);
    const contract = new Interface(abi as unknown as InterfaceAbi);
    const nonce = await this.nonceOf(from);
    await this.send(from, { data: concat([bytecode, contract.encodeDeploy(args)]), value, gasLimit: 5_000_000n });
    return { name, address: getCreateAddress({ from: from.address, nonce }), interface: contract };
  }

  /** Sends a transaction that calls a function. */
  call(
    from: Actor,
    contract: Contract,
    method: string,
    args: readonly unknown[] = [],
    more: TransactionFields = {},
  ): Promise<string> {
    return this.send(from, {
      to: contract.address,
      data: contract.interface.encodeFunctionData(method, args),
      ...more,
    });
  }

  mine(blocks = 1): Promise<void> {
    return this.node.mine(blocks);
  }
}
