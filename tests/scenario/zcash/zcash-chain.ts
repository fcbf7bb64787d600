/** A zebrad with the keys of its users: what they pay, and blocks made of it. */
import { createHash } from 'node:crypto';
import { serializeZcashHeader } from '@chaintrail/devnet';
import { waitFor, type ZebradNode } from '@chaintrail/testkit';
import { base58Check, hash160 } from '../utxo/keys.js';
import { authDataRoot, authDigest, blake2b256 } from './auth-digests.js';
import { push, type SignedTransaction, sign, type ZcashCoin, type ZcashKey, zcashKey } from './sign.js';

/** Heights of the regtest; coinbases can be spent from 101 on, so each upgrade gets blocks with payments. */
export const UPGRADES = { NU5: 104, NU6: 107, 'NU6.1': 110, 'NU6.2': 113, 'NU6.3': 116, NU7: 126 } as const;

/** Transaction versions that blocks may hold, by the branch id of their rules. */
const VERSIONS: Readonly<Record<string, readonly (4 | 5 | 6)[]>> = {
  e9ff75a6: [4],
  c2d6d0b4: [4, 5],
  c8e71055: [4, 5],
  '4dec4df0': [4, 5],
  '5437f330': [4, 5],
  '37a5165b': [4, 5, 6],
  '77190ad9': [5, 6],
};

/** ZIP 317's for a transaction of the size that is paid here. */
const FEE = 100_000n;
const COIN = 60_000_000n;

export const miner = zcashKey('miner');
const purse = zcashKey('purse');

export function p2pkh({ publicKey }: ZcashKey): Buffer {
  return Buffer.from(`76a914${hash160(publicKey.toString('hex'))}88ac`, 'hex');
}

export function p2sh(redeemScript: Buffer): Buffer {
  return Buffer.from(`a914${hash160(redeemScript.toString('hex'))}87`, 'hex');
}

export function p2pk({ publicKey }: ZcashKey): Buffer {
  return Buffer.concat([push(publicKey), Buffer.from([0xac])]);
}

/** Two of them must sign. */
export function multisig(keys: readonly ZcashKey[]): Buffer {
  const pushes = keys.map(({ publicKey }) => push(publicKey));
  return Buffer.concat([Buffer.from([0x52]), ...pushes, Buffer.from([0x50 + keys.length, 0xae])]);
}

/** Address on test networks (zebra zebra-chain/src/parameters/network.rs b58_pubkey_address_prefix). */
export function addressOfKey(publicKey: string): string {
  return base58Check(Buffer.from(`1d25${hash160(publicKey)}`, 'hex'));
}

export const addressOf = ({ publicKey }: ZcashKey): string => addressOfKey(publicKey.toString('hex'));

interface Template {
  readonly previousblockhash: string;
  readonly height: number;
  readonly curtime: number;
  readonly bits: string;
  readonly defaultroots: { readonly chainhistoryroot: string };
  readonly transactions: readonly { readonly data: string; readonly hash: string; readonly authdigest: string }[];
  readonly coinbasetxn: { readonly data: string; readonly hash: string; readonly authdigest: string };
}

interface Unspent {
  readonly txid: string;
  readonly outputIndex: number;
  readonly satoshis: number;
  readonly height: number;
}

export class ZcashChain {
  readonly node: ZebradNode;
  /** Outpoints that a payment has taken, whatever became of it. */
  readonly #taken = new Set<string>();
  #made = 0;

  constructor(node: ZebradNode) {
    this.node = node;
  }

  height(): Promise<number> {
    return this.node.rpc<number>('getblockcount');
  }

  async mine(blocks = 1): Promise<void> {
    await this.node.rpc('generate', blocks);
  }

  /** Pays the whole coinbase to a shielded address. */
  async mineShielded(address: string): Promise<void> {
    await this.node.rpc('generatetoaddress', 1, address);
  }

  async mineTo(height: number): Promise<void> {
    const missing = height - (await this.height());
    if (missing > 0) await this.mine(missing);
  }

  /** The rules of the next block, and the transaction versions that it may hold. */
  async rules(): Promise<{ readonly branchId: number; readonly versions: readonly (4 | 5 | 6)[] }> {
    const { consensus } = await this.node.rpc<{ consensus: { nextblock: string } }>('getblockchaininfo');
    const versions = VERSIONS[consensus.nextblock];
    if (!versions) throw new Error(`unknown branch ${consensus.nextblock}`);
    return { branchId: Number.parseInt(consensus.nextblock, 16), versions };
  }

  /** A key that nobody has used. */
  newKey(): ZcashKey {
    return zcashKey(`payee ${this.#made++}`);
  }

  /** Cuts mature coinbases into coins; mines it. */
  async fillPurse(coinbases: number): Promise<void> {
    const tip = await this.height();
    const coins = (await this.#unspent(miner)).filter(({ height }) => height <= tip - 99).slice(0, coinbases);
    const { branchId, versions } = await this.rules();
    for (const { txid, outputIndex, satoshis } of coins) {
      const count = (BigInt(satoshis) - FEE) / COIN;
      const outputs = Array.from({ length: Number(count) }, () => ({ value: COIN, script: p2pkh(purse) }));
      const coin = this.#coin(txid, outputIndex, BigInt(satoshis), miner);
      const rest = coin.amount - count * COIN - FEE;
      if (rest > 1_000n) outputs.push({ value: rest, script: p2pkh(purse) });
      await this.send(sign({ version: versions[0] as 4 | 5 | 6, branchId, coins: [coin], outputs }));
    }
    await this.mine();
  }

  /** Confirmed coins of the purse, each given once. */
  async takeCoins(count: number): Promise<ZcashCoin[]> {
    const taken: ZcashCoin[] = [];
    for (const { txid, outputIndex, satoshis } of await this.#unspent(purse)) {
      if (taken.length === count) break;
      if (BigInt(satoshis) !== COIN || this.#taken.has(`${txid}:${outputIndex}`)) continue;
      this.#taken.add(`${txid}:${outputIndex}`);
      taken.push(this.#coin(txid, outputIndex, COIN, purse));
    }
    if (taken.length < count) throw new Error(`the purse has ${taken.length} coins, not ${count}`);
    return taken;
  }

  /** @returns the transaction that pays this much to each script, and the rest less `fee` back into the purse */
  async payment(
    version: 4 | 5 | 6,
    scripts: readonly Buffer[],
    { fee = FEE, coins }: { readonly fee?: bigint; readonly coins?: readonly ZcashCoin[] } = {},
  ): Promise<SignedTransaction> {
    const { branchId } = await this.rules();
    const spent = coins ?? (await this.takeCoins(1));
    const outputs = scripts.map((script, index) => ({ value: 1_000_000n + BigInt(index), script }));
    const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
    const change = sum(spent.map(({ amount }) => amount)) - sum(outputs.map(({ value }) => value)) - fee;
    return sign({ version, branchId, coins: spent, outputs: [...outputs, { value: change, script: p2pkh(purse) }] });
  }

  send({ hex }: SignedTransaction): Promise<string> {
    return this.node.rpc<string>('sendrawtransaction', hex);
  }

  /** For a block that holds what is in the mempool now, whatever comes into it until it is made. */
  template(): Promise<Template> {
    return waitFor(
      async () => {
        // Made in advance: for a moment after the tip has moved it is one for the old tip.
        const template = await this.node.rpc<Template>('getblocktemplate');
        return template.previousblockhash === (await this.node.rpc<string>('getbestblockhash')) && template;
      },
      { what: 'a template for the tip' },
    );
  }

  /** Makes a block of a template and of these transactions, which pay no fee and need not be standard. */
  async mineExactly(transactions: readonly SignedTransaction[], template?: Template): Promise<void> {
    const { coinbasetxn, transactions: waiting, ...fields } = template ?? (await this.template());
    const templated = [coinbasetxn, ...waiting];
    const txids = [...templated.map(({ hash }) => wire(hash)), ...transactions.map(({ txid }) => wire(txid))];
    const digests = [
      ...templated.map(({ authdigest }) => wire(authdigest)),
      ...transactions.map((one) => authDigest(one.wire)),
    ];
    const history = wire(fields.defaultroots.chainhistoryroot);
    const header = serializeZcashHeader({
      version: 4,
      parent: wire(fields.previousblockhash),
      merkleRoot: merkleRoot(txids),
      // ZIP 244; before NU5 the root of the history alone.
      commitments:
        fields.height < UPGRADES.NU5
          ? history
          : blake2b256('ZcashBlockCommit', history, authDataRoot(digests), Buffer.alloc(32)),
      time: fields.curtime,
      bits: Number.parseInt(fields.bits, 16),
      nonce: Buffer.alloc(32),
      // The other length that regtest takes: `generate` makes those of the public networks.
      solution: Buffer.alloc(36),
    });
    const hexes = [...templated.map(({ data }) => data), ...transactions.map(({ hex }) => hex)];
    await this.submit(Buffer.concat([header, Buffer.from([hexes.length]), Buffer.from(hexes.join(''), 'hex')]));
  }

  /** Blocks 1 to the tip, as they go over the wire. */
  async blocks(): Promise<Buffer[]> {
    const blocks: Buffer[] = [];
    for (let height = 1; height <= (await this.height()); height++) {
      blocks.push(Buffer.from(await this.node.rpc<string>('getblock', `${height}`, 0), 'hex'));
    }
    return blocks;
  }

  async submit(block: Buffer): Promise<void> {
    const refusal = await this.node.rpc<string | null>('submitblock', block.toString('hex'));
    if (refusal !== null) throw new Error(`the node refuses the block: ${refusal}`);
  }

  /** Takes the newest blocks back. @returns the lowest of them, for `reconsiderblock` */
  async invalidate(depth: number): Promise<string> {
    const fork = (await this.height()) - depth;
    const hash = await this.node.rpc<string>('getblockhash', fork + 1);
    await this.node.rpc('invalidateblock', hash);
    // For a moment the node goes on showing the old tip, and makes templates for it.
    await waitFor(async () => (await this.height()) === fork, { what: `block ${fork} to be the tip of zebrad` });
    return hash;
  }

  #unspent(key: ZcashKey): Promise<Unspent[]> {
    return this.node.rpc<Unspent[]>('getaddressutxos', { addresses: [addressOf(key)] });
  }

  #coin(txid: string, vout: number, amount: bigint, key: ZcashKey): ZcashCoin {
    return { txid, vout, amount, script: p2pkh(key), signers: [key], reveal: key.publicKey };
  }
}

/** Bytes of a hash in display form. */
function wire(hash: string): Buffer {
  return Buffer.from(hash, 'hex').reverse();
}

function sha256d(bytes: Buffer): Buffer {
  const once = createHash('sha256').update(bytes).digest();
  return createHash('sha256').update(once).digest();
}

function merkleRoot(txids: readonly Buffer[]): Buffer {
  let level = [...txids];
  while (level.length > 1) {
    if (level.length % 2 === 1) level.push(level.at(-1) as Buffer);
    level = Array.from({ length: level.length / 2 }, (_, pair) =>
      sha256d(Buffer.concat([level[2 * pair] as Buffer, level[2 * pair + 1] as Buffer])),
    );
  }
  return level[0] as Buffer;
}
