/** The headers of a block's uncles. */
import { HASH_BYTES } from '../../bytes/hash.js';
import { keccak256 } from '../../bytes/keccak.js';
import { JsonCursor } from '../../json/cursor.js';
import { readEnvelope } from '../../json/rpc-envelope.js';
import type { Findings } from './findings.js';
import { HeaderMembers } from './header-hash.js';
import { RlpWriter } from './rlp-writer.js';

/** keccak256(rlp([])). */
const NO_UNCLES = '1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';

/**
 * Compares uncles with the header's `sha3Uncles`.
 * @param listed their hashes, lower case, as the block lists them
 * @param answer in any order; null where the node was not asked for them
 */
export function compareUncles(
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
