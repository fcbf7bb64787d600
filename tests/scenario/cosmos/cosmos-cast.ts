/** Who acts in scenarios of Cosmos chains: accounts that the nodes' own regression tests know, and what they send. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CosmosNode, temporaryFolder, waitFor } from '@chaintrail/testkit';

/** Their mnemonics are a word 23 times and one more. Source: thornode test/regression/cmd/const.go */
const ACTORS = { dog: 'fossil', cat: 'crawl', fox: 'filter', fish: 'fade', deer: 'diesel', bird: 'asthma' } as const;
export type Actor = keyof typeof ACTORS;
const INCLUSION_TIMEOUT_MS = 30_000;

/** The node's words about a transaction of a block. */
export interface Included {
  readonly txid: string;
  readonly height: number;
  readonly code: number;
  readonly log: string;
}

interface SendMessage {
  readonly '@type': string;
  readonly to_address: string;
}

interface UnsignedTransaction {
  readonly body: { readonly messages: readonly SendMessage[] };
}

export class CosmosCast {
  readonly node: CosmosNode;
  readonly #module: string;
  readonly #chainId: string;
  readonly #folder: string;
  readonly #addresses: ReadonlyMap<Actor, string>;

  private constructor(
    node: CosmosNode,
    module: string,
    chainId: string,
    folder: string,
    addresses: ReadonlyMap<Actor, string>,
  ) {
    this.node = node;
    this.#module = module;
    this.#chainId = chainId;
    this.#folder = folder;
    this.#addresses = addresses;
  }

  /** @param module name of the protocol's commands: `thorchain`, `mayachain` */
  static async of(node: CosmosNode, module: string): Promise<CosmosCast> {
    const folder = await temporaryFolder('cosmos-keys');
    const { node_info: info } = await node.rpc<{ node_info: { network: string } }>('status');
    const addresses = new Map<Actor, string>();
    for (const [name, last] of Object.entries(ACTORS)) {
      const args = ['keys', 'add', name, '--recover', '--output', 'json', ...keyring(folder)];
      const key = await node.command<{ address: string }>(args, `${`${name} `.repeat(23)}${last}\n`);
      addresses.set(name as Actor, key.address);
    }
    return new CosmosCast(node, module, info.network, folder, addresses);
  }

  address(actor: Actor): string {
    return this.#addresses.get(actor)!;
  }

  /** The chain's own MsgSend. @param coins `123rune` */
  send(from: Actor, to: Actor, coins: string, memo = ''): Promise<Included> {
    return this.#sent(this.#module, 'send', this.address(to), coins, '--from', from, '--note', memo);
  }

  /** The Cosmos SDK's MsgSend. */
  bankSend(from: Actor, to: Actor, coins: string, memo = ''): Promise<Included> {
    return this.#sent('bank', 'send', from, this.address(to), coins, '--note', memo);
  }

  /** A deposit. @param asset `rune`, `btc/btc` */
  deposit(from: Actor, amount: string, asset: string, memo: string): Promise<Included> {
    return this.#sent(this.#module, 'deposit', amount, asset, memo, '--from', from);
  }

  /** A vote of the network's operators, which counts at once: there is one node. */
  mimir(key: string, value: number): Promise<Included> {
    return this.#sent(this.#module, 'mimir', key, `${value}`, '--from', 'dog');
  }

  /** The same coins for several, in as many messages of one transaction. */
  async sendToAll(from: Actor, to: readonly Actor[], coins: string): Promise<Included> {
    const first = this.address(to[0]!);
    const args = ['tx', this.#module, 'send', first, coins, '--from', this.address(from), '--generate-only'];
    const unsigned = await this.node.command<UnsignedTransaction>([...args, ...this.#options()]);
    const [message] = unsigned.body.messages;
    const messages = to.map((actor) => ({ ...message, to_address: this.address(actor) }));
    const file = join(this.#folder, 'transaction.json');
    await writeFile(file, JSON.stringify({ ...unsigned, body: { ...unsigned.body, messages } }));
    const signed = await this.node.command(['tx', 'sign', file, '--from', from, ...this.#options()]);
    await writeFile(file, JSON.stringify(signed));
    return this.#included(await this.node.command(['tx', 'broadcast', file, ...this.#options()]));
  }

  async #sent(...command: readonly string[]): Promise<Included> {
    return this.#included(await this.node.command(['tx', ...command, ...this.#options(), '--yes']));
  }

  #options(): string[] {
    return [...keyring(this.#folder), '--chain-id', this.#chainId, '--node', this.node.rpcUrl, '--output', 'json'];
  }

  /** An account's next transaction is signed for the state with this one in it. */
  async #included(answer: { txhash: string; code: number; raw_log: string }): Promise<Included> {
    if (answer.code !== 0) throw new Error(`refused with ${answer.code}: ${answer.raw_log}`);
    const params = { hash: Buffer.from(answer.txhash, 'hex').toString('base64') };
    const found = await waitFor(
      () => this.node.rpc<{ height: string; tx_result: { code: number; log: string } }>('tx', params),
      { timeoutMs: INCLUSION_TIMEOUT_MS, what: `a block with ${answer.txhash}` },
    );
    const { code, log } = found.tx_result;
    // State is a moment behind blocks, and a block's state is asked for through the next one.
    const height = Number(found.height);
    await waitFor(async () => (await this.node.height()) > height, { what: `a block after ${height}` });
    return { txid: answer.txhash, height, code, log };
  }
}

function keyring(folder: string): string[] {
  return ['--keyring-backend', 'test', '--keyring-dir', folder];
}
