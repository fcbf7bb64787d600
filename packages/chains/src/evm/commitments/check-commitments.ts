import { HASH_BYTES } from '../../bytes/hash.js';
import { keccak256 } from '../../bytes/keccak.js';
import type { BlockRef, EvmChainNetwork, EvmNetwork } from '../../chain.js';
import { JsonCursor } from '../../json/cursor.js';
import { readEnvelope, readResult } from '../../json/rpc-envelope.js';
import type { EvmBlockAnswers } from '../evm-block.js';
import { readHash } from '../json/hex-values.js';
import { compareReceipts } from './compared-receipts.js';
import { ComparedTransactions } from './compared-transactions.js';
import { type EvmDoubt, Findings } from './findings.js';
import { compareRoot, HeaderMembers } from './header-hash.js';
import { MemberSpans } from './member-spans.js';
import { RlpWriter } from './rlp-writer.js';
import { TrieList } from './trie-root.js';

/**
 * Compares a block with what its header commits to: its hash, the roots of transactions, receipts and withdrawals, and
 * its uncles. The answers have been decoded: they are of this block, and there are as many receipts as transactions.
 * @returns null where all is right
 * @throws DecodeError where something is wrong
 */
export function checkCommitments(place: EvmChainNetwork, ref: BlockRef, answers: EvmBlockAnswers): EvmDoubt | null {
  const findings = new Findings(ref, ref.height > 0 && ref.height < place.network.tracedFrom);
  const block = readResult(answers.block, 'block', (json) => compareBlock(json, place, ref, answers.uncles, findings));
  compareReceipts(answers.receipts, block, findings);
  return findings.settle();
}

function compareBlock(
  json: JsonCursor,
  place: EvmChainNetwork,
  { hash, height }: BlockRef,
  uncles: Buffer | null,
  findings: Findings,
) {
  const { bytes } = json;
  const header = new HeaderMembers();
  const transactions = new ComparedTransactions(place, findings);
  const listedUncles: string[] = [];
  let withdrawals: TrieList | null = null;
  header.read(json, (member) => {
    if (member === header.place('transactions')) transactions.read(json);
    else if (member === header.place('withdrawals')) withdrawals = readWithdrawals(json);
    else for (let next = json.enterArray(); next; next = json.nextElement()) listedUncles.push(readHash(json));
  });
  compareHash(findings, bytes, header, hash);
  compareRoot(findings, bytes, header, 'transactionsRoot', transactions.list, transactions.isWhole);
  compareUncles(findings, bytes, header, listedUncles, uncles);
  if (!hasOwnWithdrawals(place, header)) compareWithdrawals(findings, bytes, header, withdrawals);
  const hasBaseFee = header.has(header.place('baseFeePerGas'));
  return { bytes, header, transactions, mayLackStatus: !hasBaseFee && mayBeBeforeByzantium(place.network, height) };
}

/** Members that are no part of a header: its hash was right without them. */
const unhashed = new Set<string>();
const MOST_UNHASHED = 100;

function compareHash(findings: Findings, bytes: Buffer, header: HeaderMembers, hash: string): void {
  const made = header.hash(bytes);
  if (made !== null && Buffer.compare(made.subarray(0, HASH_BYTES), Buffer.from(hash, 'hex')) === 0) {
    if (header.unknown !== null && unhashed.size < MOST_UNHASHED) unhashed.add(header.unknown);
    return;
  }
  findings.wrong('header', 'a field of the header is not what its hash is made of', header.span('parentHash')[0]);
  if (header.unknown !== null && !unhashed.has(header.unknown)) {
    findings.excuse(`headers with a member ${header.unknown} are of a later fork than is known here`);
  }
}

/** Since Isthmus the OP stack has the storage of a contract there. Source: optimism specs/protocol/isthmus/exec-engine.md */
function hasOwnWithdrawals({ chain }: EvmChainNetwork, header: HeaderMembers): boolean {
  return chain.feeRules === 'op-stack' && header.has(header.place('requestsHash'));
}

function compareWithdrawals(
  findings: Findings,
  bytes: Buffer,
  header: HeaderMembers,
  withdrawals: TrieList | null,
): void {
  const [from] = header.span('withdrawalsRoot');
  if (withdrawals !== null && from >= 0) compareRoot(findings, bytes, header, 'withdrawalsRoot', withdrawals);
  else if (withdrawals !== null || from >= 0) {
    findings.certain(
      'header',
      `the block has ${from < 0 ? 'withdrawals' : 'a root of withdrawals'} alone`,
      Math.max(from, 0),
    );
  }
}

/** Reward of proof of work until Byzantium (EIP-649). */
const FRONTIER_REWARD = 5_000_000_000_000_000_000n;

/** Private networks do not tell. */
function mayBeBeforeByzantium({ blockRewards }: EvmNetwork, height: number): boolean {
  if (blockRewards === null) return true;
  return blockRewards.findLast(({ from }) => from <= height)?.reward === FRONTIER_REWARD;
}

/** keccak256(rlp([])). */
const NO_UNCLES = '1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/**
 * Compares uncles with the header's `sha3Uncles`.
 * @param listed their hashes, lower case, as the block lists them
 * @param answer in any order; null where the node was not asked for them
 */
function compareUncles(
  findings: Findings,
  bytes: Buffer,
  header: HeaderMembers,
  listed: readonly string[],
  answer: Buffer | null,
): void {
  const [from, to] = header.span('sha3Uncles');
  const said = bytes.toString('latin1', from, to).toLowerCase();
  if ((said === NO_UNCLES) !== (listed.length === 0)) {
    findings.certain('header', `there are ${listed.length} uncles, the header says otherwise`, from);
  }
  if (listed.length === 0 || answer === null) return;
  const headers = readHeaders(answer);
  const all = new RlpWriter();
  for (const hash of listed) {
    const uncle = headers.get(hash);
    if (uncle) all.encoded(uncle, 0, uncle.length);
  }
  all.endList(0);
  const hash = Buffer.from(keccak256(all.bytes, 0, all.length).subarray(0, HASH_BYTES)).toString('hex');
  if (hash !== said) findings.wrong('header', `the uncles have hash ${hash}, the header says ${said}`, from);
}

/** Each header in RLP, by its hash. */
function readHeaders(answer: Buffer): Map<string, Buffer> {
  const json = new JsonCursor(answer, 'uncles');
  const header = new HeaderMembers();
  const headers = new Map<string, Buffer>();
  const rlp = new RlpWriter();
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    readEnvelope(json, () => {
      header.read(json, () => json.skip());
      rlp.clear();
      header.encode(json.bytes, rlp);
      const encoded = Buffer.from(rlp.bytes.subarray(0, rlp.length));
      headers.set(Buffer.from(keccak256(encoded).subarray(0, HASH_BYTES)).toString('hex'), encoded);
      return true;
    });
  }
  return headers;
}

/** Members of a withdrawal (EIP-4895), in the order in which they are hashed. */
const withdrawal = new MemberSpans(['index', 'validatorIndex', 'address', 'amount']);
const WITHDRAWAL_ADDRESS = withdrawal.place('address');

const withdrawals = new TrieList();

function readWithdrawals(json: JsonCursor): TrieList {
  withdrawals.clear();
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    withdrawal.read(json, () => json.skip());
    withdrawals.start();
    const start = withdrawals.items.startList();
    for (let place = 0; place < withdrawal.from.length; place++) {
      const [from, to] = [withdrawal.from[place]!, withdrawal.to[place]!];
      if (place === WITHDRAWAL_ADDRESS) withdrawals.items.data(json.bytes, from, to);
      else withdrawals.items.quantity(json.bytes, from, to);
    }
    withdrawals.items.endList(start);
    withdrawals.end();
  }
  return withdrawals;
}
