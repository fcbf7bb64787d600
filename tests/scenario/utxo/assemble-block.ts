/** Blocks of chosen transactions, for nodes without `generateblock`, and merge-mined blocks (AuxPoW). */
import { createHash, scryptSync } from 'node:crypto';
import type { RealNode } from '@chaintrail/testkit';
import { compactSize, littleEndian, reversed, scriptOf } from './raw-transaction.js';
import type { ScenarioChain } from './utxo-chains.js';

/** Less than any subsidy on regtest: miners may claim less than they could. */
const CLAIMED = 100_000n;
/** Dogecoin's base version 4 with its id among merge-mined chains (dogecoin src/primitives/pureheader.h). */
const DOGECOIN_VERSION = 0x0062_0004;
const VERSION = 0x2000_0000;
/** Before the root of the chains' tree in a parent's coinbase (dogecoin src/auxpow.h pchMergedMiningHeader). */
const MERGED_MINING_MAGIC = 'fabe6d6d';
const NO_HASH = '00'.repeat(32);

interface Header {
  readonly hash: string;
  readonly height: number;
  readonly mediantime: number;
  readonly bits: string;
}

/**
 * Mines a block of these transactions, in hex or by id where the node knows them.
 * @param parentHash of the block below it; by default the node's tip
 * @returns its hash
 */
export async function assembleBlock(
  node: RealNode,
  { code }: ScenarioChain,
  address: string,
  transactions: readonly string[],
  parentHash?: string,
): Promise<string> {
  const tip = await node.rpc<string>('getbestblockhash');
  const parent = await node.rpc<Header>('getblockheader', parentHash ?? tip);
  const own = await coinbase(node, parent.height + 1, address);
  const isId = (text: string): boolean => text.length === NO_HASH.length;
  const chosen = transactions.map((text) => (isId(text) ? node.rpc<string>('getrawtransaction', text) : text));
  const others = await Promise.all(chosen);
  const list = [own, ...(code === 'bch' ? others.sort(byTxid) : others)];
  const time = Math.max(parent.mediantime + 1, Math.floor(Date.now() / 1000));
  const header = work(code, {
    version: code === 'doge' ? DOGECOIN_VERSION : VERSION,
    parent: parent.hash,
    root: merkleRoot(list.map(sha256d)),
    time,
    bits: parent.bits,
  });
  const refusal = await node.rpc<string | null>('submitblock', `${header}${compactSize(list.length)}${list.join('')}`);
  // A block of another branch is stored without being tried.
  const isKept = refusal === null || (refusal === 'inconclusive' && parent.hash !== tip);
  if (!isKept) throw new Error(`the node refused the block: ${refusal}`);
  return reversed(sha256d(header));
}

/** Canonical order: rising txids, whatever spends what (bitcoin-cash-node src/validation.cpp ContextualCheckBlock). */
function byTxid(a: string, b: string): number {
  return reversed(sha256d(a)) < reversed(sha256d(b)) ? -1 : 1;
}

/**
 * Mines a block by work for another chain, whose coinbase names it beside the block of a second merge-mined chain
 * (dogecoin src/auxpow.cpp CAuxPow::check). @returns its hash
 */
export async function mineMerged(node: RealNode, address: string): Promise<string> {
  const { hash, bits } = await node.rpc<{ hash: string; bits: string }>('createauxblock', address);
  const [nonce, depth] = [7, 1];
  const index = chainIndex(nonce, depth);
  const other = sha256d('6f74686572');
  const leaf = reversed(hash);
  const chains = sha256d(index === 0 ? leaf + other : other + leaf);
  const script = `${MERGED_MINING_MAGIC}${reversed(chains)}${littleEndian(BigInt(1 << depth), 4)}${littleEndian(BigInt(nonce), 4)}`;
  const parentCoinbase = `01000000${coinbaseInput(script)}01${littleEndian(CLAIMED, 8)}015100000000`;
  const sibling = sha256d('7369626c696e67');
  const parent = work('doge', {
    version: VERSION,
    parent: NO_HASH,
    root: sha256d(sha256d(parentCoinbase) + sibling),
    time: Math.floor(Date.now() / 1000),
    bits,
  });
  const branches = `01${sibling}${littleEndian(0n, 4)}01${other}${littleEndian(BigInt(index), 4)}`;
  const proof = `${parentCoinbase}${sha256d(parent)}${branches}${parent}`;
  const isTaken = await node.rpc<boolean>('submitauxblock', hash, proof);
  if (!isTaken) throw new Error('the node refused the merged-mined block');
  return hash;
}

/** Where Dogecoin's block must lie in a tree of chains of this depth (dogecoin src/auxpow.cpp getExpectedIndex). */
function chainIndex(nonce: number, depth: number): number {
  const next = (value: number): number => (Math.imul(value, 1_103_515_245) + 12_345) >>> 0;
  return next((next(nonce) + (DOGECOIN_VERSION >> 16)) >>> 0) % (1 << depth);
}

/** The height in its input is BIP34's. */
async function coinbase(node: RealNode, height: number, address: string): Promise<string> {
  const pushed = littleEndian(BigInt(height), height < 0x80 ? 1 : height < 0x8000 ? 2 : 3);
  const script = await scriptOf(node, address);
  // A zero after the height: scripts of coinbases have two bytes at least, transactions of Bitcoin Cash 65.
  const input = coinbaseInput(`${compactSize(pushed.length / 2)}${pushed}0400000000`);
  return `01000000${input}01${littleEndian(CLAIMED, 8)}${compactSize(script.length / 2)}${script}00000000`;
}

function coinbaseInput(script: string): string {
  return `01${NO_HASH}ffffffff${compactSize(script.length / 2)}${script}ffffffff`;
}

interface HeaderFields {
  readonly version: number;
  readonly parent: string;
  readonly root: string;
  readonly time: number;
  readonly bits: string;
}

/** @returns a header with a nonce that regtest takes: its target is half of all hashes */
function work(code: ScenarioChain['code'], { version, parent, root, time, bits }: HeaderFields): string {
  const start = `${littleEndian(BigInt(version), 4)}${reversed(parent)}${root}${littleEndian(BigInt(time), 4)}${reversed(bits)}`;
  for (let nonce = 0n; ; nonce++) {
    const header = `${start}${littleEndian(nonce, 4)}`;
    const bytes = Buffer.from(header, 'hex');
    const hash = code === 'doge' ? scryptSync(bytes, bytes, 32, { N: 1024, r: 1, p: 1 }) : hexBytes(sha256d(header));
    if (hash[31]! < 0x7f) return header;
  }
}

/** @param level hashes in wire order */
function merkleRoot(level: readonly string[]): string {
  if (level.length === 1) return level[0]!;
  const parents: string[] = [];
  for (let i = 0; i < level.length; i += 2) parents.push(sha256d(level[i]! + (level[i + 1] ?? level[i]!)));
  return merkleRoot(parents);
}

/** @returns hex in wire order */
function sha256d(hex: string): string {
  const once = createHash('sha256').update(hexBytes(hex)).digest();
  return createHash('sha256').update(once).digest('hex');
}

function hexBytes(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}
