/** Outputs that unconfirmed transactions spend: of each other, of the UTXO set, and of stored unconfirmed ones. */
import {
  addressKeyOfScript,
  type ChainCode,
  displayHash,
  type UtxoChain,
  type UtxoTransactions,
} from '@chaintrail/chains';
import type { Session } from '../../../connection.js';

/** One unconfirmed transaction, decoded as a list of one. Its txid was checked against what was asked for. */
export interface UtxoMempoolTransaction {
  /** Display form. */
  readonly txid: string;
  readonly decoded: UtxoTransactions;
  /** Unix seconds. */
  readonly firstSeen: number;
}

export interface SpentOutput {
  /** Base units. */
  readonly value: bigint;
  readonly key: Buffer | null;
}

/** Asks the node for outputs that our rows do not have (`gettxout`); null for those that it lacks, too. */
export type AskNode = (
  outpoints: readonly { readonly txid: string; readonly vout: number }[],
) => Promise<readonly ({ readonly value: bigint; readonly script: Buffer } | null)[]>;

/** No output has a higher index: nodes and the database refuse to look for it. */
const MAX_VOUT = 0x7fff_ffff;
/** A node may say anything; no output of any chain holds more. */
const MAX_VALUE = 2n ** 63n - 1n;

interface Wanted {
  readonly transaction: number;
  readonly input: number;
  /** Display form. */
  readonly txid: string;
  readonly vout: number;
}

type FoundRow = [n: string, value: string, key: Buffer | null];

/** @returns per transaction and input the output that it spends; null where that is not known */
export async function resolveInputs(
  session: Session,
  chain: UtxoChain,
  transactions: readonly UtxoMempoolTransaction[],
  askNode: AskNode | null,
): Promise<(SpentOutput | null)[][]> {
  const places = new Map(transactions.map(({ txid }, index) => [txid, index]));
  const resolved: (SpentOutput | null)[][] = [];
  const wanted: Wanted[] = [];
  for (const [index, { decoded }] of transactions.entries()) {
    const spent: (SpentOutput | null)[] = [];
    for (let input = 0; input < decoded.inputPrevVout.length; input++) {
      const txid = displayHash(decoded.bytes, decoded.inputPrevTxidOffset[input]!);
      const vout = decoded.inputPrevVout[input]!;
      const maker = transactions[places.get(txid) ?? -1];
      spent.push(maker ? outputOf(chain, maker.decoded, vout) : null);
      if (!maker) wanted.push({ transaction: index, input, txid, vout });
    }
    resolved.push(spent);
  }
  for (const { place, output } of await findStored(session, chain.code, wanted)) {
    resolved[place.transaction]![place.input] = output;
  }
  if (askNode !== null) await askForRest(chain, wanted, resolved, askNode);
  return resolved;
}

function outputOf(chain: UtxoChain, decoded: UtxoTransactions, vout: number): SpentOutput | null {
  if (vout >= decoded.outputValue.length) return null;
  const offset = decoded.outputScriptOffset[vout]!;
  const key = addressKeyOfScript(chain, decoded.bytes, offset, decoded.outputScriptLength[vout]!);
  return { value: decoded.outputValue[vout]!, key };
}

async function findStored(
  session: Session,
  chain: ChainCode,
  wanted: readonly Wanted[],
): Promise<{ place: Wanted; output: SpentOutput }[]> {
  if (wanted.length === 0) return [];
  const { rows } = await session.query<FoundRow>({
    name: `find_spent_by_pending_${chain}`,
    rowMode: 'array',
    text: `
      SELECT spent.n - 1, coalesce(u.value, m.value), coalesce(u.address_key, m.key)
      FROM unnest($2::int[]) WITH ORDINALITY AS spent(vout, n)
      LEFT JOIN LATERAL (
        SELECT value, address_key FROM ${chain}.unspent_outputs
        WHERE txid = substr($1::bytea, 32 * (spent.n::int - 1) + 1, 32) AND vout = spent.vout LIMIT 1) u ON true
      LEFT JOIN LATERAL (
        SELECT output_values[spent.vout + 1] AS value, output_keys[spent.vout + 1] AS key FROM ${chain}.mempool_transactions
        WHERE u.value IS NULL AND txid = substr($1::bytea, 32 * (spent.n::int - 1) + 1, 32) AND tx_key IS NULL LIMIT 1) m ON true
      WHERE coalesce(u.value, m.value) IS NOT NULL`,
    values: [
      Buffer.from(wanted.map(({ txid }) => txid).join(''), 'hex'),
      // Above 2^31 no output exists; -1 finds none and fits the column.
      wanted.map(({ vout }) => (vout > MAX_VOUT ? -1 : vout)),
    ],
  });
  return rows.map(([n, value, key]) => ({ place: wanted[Number(n)]!, output: { value: BigInt(value), key } }));
}

async function askForRest(
  chain: UtxoChain,
  wanted: readonly Wanted[],
  resolved: (SpentOutput | null)[][],
  askNode: AskNode,
): Promise<void> {
  const rest = wanted.filter(
    ({ transaction, input, vout }) => resolved[transaction]![input] === null && vout <= MAX_VOUT,
  );
  if (rest.length === 0) return;
  const answers = await askNode(rest.map(({ txid, vout }) => ({ txid, vout })));
  for (const [index, { transaction, input }] of rest.entries()) {
    const answer = answers[index];
    if (!answer || answer.value > MAX_VALUE) continue;
    const key = addressKeyOfScript(chain, answer.script, 0, answer.script.length);
    resolved[transaction]![input] = { value: answer.value, key };
  }
}
