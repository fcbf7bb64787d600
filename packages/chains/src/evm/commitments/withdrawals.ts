/** The withdrawals of a block (EIP-4895). */
import type { JsonCursor } from '../../json/cursor.js';
import { MemberSpans } from './member-spans.js';
import { TrieList } from './trie-root.js';

/** In the order in which they are hashed. */
const members = new MemberSpans(['index', 'validatorIndex', 'address', 'amount']);
const ADDRESS = members.place('address');

const list = new TrieList();

export function readWithdrawals(json: JsonCursor): TrieList {
  list.clear();
  for (let next = json.enterArray(); next; next = json.nextElement()) {
    members.read(json, () => json.skip());
    list.start();
    const start = list.items.startList();
    for (let place = 0; place < members.from.length; place++) {
      const [from, to] = [members.from[place]!, members.to[place]!];
      if (place === ADDRESS) list.items.data(json.bytes, from, to);
      else list.items.quantity(json.bytes, from, to);
    }
    list.items.endList(start);
    list.end();
  }
  return list;
}
