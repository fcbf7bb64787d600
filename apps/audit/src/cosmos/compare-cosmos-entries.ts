/** Entries of a block as they are indexed against those that have to be. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { CosmosEntry, CosmosInput, CosmosPayout, CosmosTransfer } from '@chaintrail/chains';
import type { AuditedCosmosColumns, AuditedCosmosEntry, AuditedCosmosTransfer, AuditedPayout } from '@chaintrail/db';
import { compareInOrder, type Difference, differing } from '../tally.js';

export function compareEntries(ours: readonly AuditedCosmosEntry[], theirs: readonly CosmosEntry[]): Difference[] {
  if (ours.length === theirs.length) return theirs.flatMap((expected, n) => compareEntry(ours[n]!, expected));
  // One that is lost shifts all behind it: the others are found by their txids.
  const byTxid = new Map(ours.map((entry) => [entry.columns.txid, entry]));
  const each = theirs.flatMap((expected) => {
    const found = byTxid.get(expected.txid.toString('hex'));
    return found === undefined ? [] : compareEntry(found, expected);
  });
  return [...differing('entries', `${theirs.length}`, `${ours.length}`), ...each];
}

/** Findings about columns, in the words of findings. */
const NAMES: Readonly<Record<keyof AuditedCosmosColumns, string>> = {
  txid: 'txid',
  index: 'index',
  code: 'code',
  from: 'from',
  inTxid: 'in-txid',
  gasWanted: 'gas-wanted',
  gasUsed: 'gas-used',
  fee: 'fee',
  memo: 'memo',
  failure: 'failure',
  input: 'input',
};
const COLUMNS = Object.keys(NAMES) as (keyof AuditedCosmosColumns)[];

function compareEntry(ours: AuditedCosmosEntry, theirs: CosmosEntry): Difference[] {
  const columns = columnsOf(theirs);
  // Older versions stored no input.
  const compared = COLUMNS.filter((column) => column !== 'input' || ours.columns.input !== null);
  return [
    ...compared.flatMap((column) =>
      differing(NAMES[column], columns[column] ?? 'none', ours.columns[column] ?? 'none'),
    ),
    ...compareMessages(ours.messages, theirs.messages),
    ...compareInOrder(
      'transfer',
      ours.transfers.map(textOfTransfer),
      theirs.transfers.map(plainTransfer).map(textOfTransfer),
    ),
    ...compareInOrder('payout', ours.payouts.map(textOfPayout), theirs.payouts.map(plainPayout).map(textOfPayout)),
  ];
}

function columnsOf(entry: CosmosEntry): AuditedCosmosColumns {
  return {
    txid: entry.txid.toString('hex'),
    index: numberText(entry.index),
    code: numberText(entry.code),
    from: hexOf(entry.from),
    inTxid: hexOf(entry.inTxid),
    gasWanted: numberText(entry.gasWanted),
    gasUsed: numberText(entry.gasUsed),
    fee: entry.fee === null ? null : `${entry.fee}`,
    memo: entry.memo,
    failure: entry.log,
    input: entry.input && textOfInput(entry.input),
  };
}

function textOfInput({ asset, amount, memo }: CosmosInput): string {
  return `${amount} ${asset}${memo === null ? '' : ` memo ${memo}`}`;
}

function compareMessages(ours: unknown, theirs: readonly unknown[]): Difference[] {
  // As JSON has them: without what is undefined.
  const expected: unknown = JSON.parse(JSON.stringify(theirs));
  const found = ours ?? [];
  return isDeepStrictEqual(found, expected)
    ? []
    : differing('messages', JSON.stringify(expected), JSON.stringify(found));
}

function plainTransfer({ kind, from, to, denom, amount }: CosmosTransfer): AuditedCosmosTransfer {
  return { kind, from: hexOf(from), to: hexOf(to), asset: denom, amount: `${amount}` };
}

function textOfTransfer({ kind, from, to, asset, amount }: AuditedCosmosTransfer): string {
  return `${kind} ${amount}${asset === null ? '' : ` ${asset}`} from ${from ?? 'nowhere'} to ${to ?? 'nowhere'}`;
}

function plainPayout({ inTxid, txid, chain, to, asset, amount, memo }: CosmosPayout): AuditedPayout {
  const [inText, outText] = [inTxid.toString('hex'), hexOf(txid)];
  return { inTxid: inText, outTxid: outText, chain, to, asset, amount: `${amount}`, memo };
}

function textOfPayout({ inTxid, outTxid, chain, to, asset, amount, memo }: AuditedPayout): string {
  return `${amount} ${asset} for ${inTxid} on ${chain} to ${to} by ${outTxid ?? 'this chain'} memo ${memo ?? 'none'}`;
}

function hexOf(bytes: Buffer | null): string | null {
  return bytes === null ? null : bytes.toString('hex');
}

function numberText(value: number | null): string | null {
  return value === null ? null : `${value}`;
}
