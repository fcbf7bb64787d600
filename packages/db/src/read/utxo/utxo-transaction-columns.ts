/**
 * Columns that are read of a transaction of a UTXO chain: one JSON array per transaction. Arrays instead of objects because
 * the names would be most of the bytes; amounts as text because JSON numbers are floats.
 */
import { type BlockColumns, type TransactionBlock, transactionBlock } from '../transaction-lists.js';

/** Role of an output in Litecoin's MWEB: a deposit into it, or all the coins that are in it. */
type SpentMwebRole = 'pegin' | 'hogaddr';

/**
 * `addressKey` and `amount` are null when the output lies before historyFrom and the node did not deliver it. `mweb` is
 * null outside of HogExes and on other chains than Litecoin.
 */
export interface StoredInput {
  readonly txid: string;
  readonly vout: number;
  readonly addressKey: string | null;
  readonly amount: string | null;
  readonly mweb: SpentMwebRole | null;
}

/** The CashTokens of an output, as `transactions.output_tokens` holds them. */
export interface StoredToken {
  /** Hex, display order. */
  readonly category: string;
  /** Fungible tokens, in decimal. */
  readonly amount: string;
  readonly nft: { readonly capability: 'none' | 'mutable' | 'minting'; readonly commitment: string } | null;
}

/** The transaction that spends an output, and which of its inputs does, from 0. */
export type SpentByColumns = readonly [txid: string, vin: number];

/**
 * `script` is null where it is the template of the key (`scriptBytes` is null then too) or too long to list. `spentBy` is
 * the transaction that spends the output, confirmed or not, as far as it is found; it is read for parts of transactions, not for lists.
 */
export interface StoredOutput {
  readonly vout: number;
  readonly amount: string;
  readonly addressKey: string | null;
  readonly script: string | null;
  readonly scriptBytes: number | null;
  readonly notSpent: boolean;
  readonly token: StoredToken | null;
  readonly spentBy: SpentByColumns | null;
}

/** A {@link StoredOutput}; `notSpent` is null with compact lists. */
type OutputColumns = readonly [
  vout: number,
  amount: string,
  addressKey: string | null,
  script: string | null,
  scriptBytes: number | null,
  notSpent: boolean | null,
  token: StoredToken | null,
  spentBy: SpentByColumns | null,
];

/** The script of a listed output, where it is not the template of its key. */
type ScriptColumns = readonly [vout: number, script: string | null, scriptBytes: number, isUnspendable: boolean];

/** In the order of SHIELDED_POOLS; null where the pool is not touched. */
type ShieldedColumns = readonly [string | null, string | null, string | null, string | null];

/**
 * Inputs are a text: `TXID,VOUT,AMOUNT,KEY` or `TXID,VOUT,AMOUNT,KEY,MWEB` each, empty for null, `;` between them; null for none.
 * Of lists, so are the first outputs: all amounts, all keys, `,` between them; then what few of them have, and bits.
 */
export type UtxoTransactionColumns = readonly [
  block: BlockColumns | null,
  firstSeen: number | null,
  txid: string,
  version: number,
  lockTime: number,
  size: number,
  vsize: number,
  fee: string | null,
  inputCount: number,
  outputCount: number,
  paysHogAddr: boolean,
  shielded: ShieldedColumns | null,
  inputs: string | null,
  ownInputs: string | null,
  amounts: string | null,
  keys: string | null,
  scripts: readonly ScriptColumns[] | null,
  tokens: readonly (StoredToken | null)[] | null,
  unspent: number | null,
  /** Those of the address behind the first, or those of a part; in no particular order. */
  outputs: readonly OutputColumns[] | null,
  /** Confirmed transactions that spend the outputs of a part. */
  spenders: readonly (readonly [vout: number, ...SpentByColumns])[] | null,
];

/** A transaction. Hashes and keys are hex, amounts base units in decimal, times unix seconds. */
export interface StoredUtxoTransaction {
  /** Null while it is unconfirmed. */
  readonly block: TransactionBlock | null;
  /** When it was first seen; null of a confirmed one in lists, and where that is not known any more. */
  readonly firstSeen: number | null;
  readonly txid: string;
  readonly version: number;
  readonly lockTime: number;
  readonly size: number;
  readonly vsize: number;
  readonly fee: string | null;
  /** Whether the first output pays a HogAddr (Litecoin's MWEB). */
  readonly paysHogAddr: boolean;
  /** Gains of Zcash's shielded pools; null on other chains, and where none is touched. */
  readonly shielded: ShieldedColumns | null;
  readonly inputCount: number;
  readonly outputCount: number;
  /** In the order of the transaction, as are the outputs. */
  readonly inputs: readonly StoredInput[];
  readonly outputs: readonly StoredOutput[];
}

/** The columns, by name. */
export function storedUtxoTransaction(columns: UtxoTransactionColumns): StoredUtxoTransaction {
  const [block, firstSeen, txid, version, lockTime, size, vsize, fee, inputCount, outputCount, ...rest] = columns;
  const [paysHogAddr, shielded, inputTexts, ownInputTexts, amounts, keys, scripts, tokens, unspent, behind, spenders] =
    rest;
  const inputs: StoredInput[] = [];
  addInputs(inputs, inputTexts);
  addInputs(inputs, ownInputTexts);
  const outputs = listedOutputs(amounts, keys, scripts, tokens, unspent);
  const spentBy = new Map(spenders?.map(([vout, ...spender]) => [vout, spender]));
  const stored = (output: OutputColumns): StoredOutput => storedOutput(output, spentBy.get(output[0]));
  if (behind) outputs.push(...behind.map(stored).sort((a, b) => a.vout - b.vout));
  return {
    block: block && transactionBlock(block),
    ...{ firstSeen, txid, version, lockTime, size, vsize, fee, paysHogAddr, shielded, inputCount, outputCount },
    inputs,
    outputs,
  };
}

function addInputs(inputs: StoredInput[], texts: string | null): void {
  if (!texts) return;
  for (const text of texts.split(';')) {
    const [txid, vout, amount, key, mweb] = text.split(',');
    inputs.push({
      txid: txid!,
      vout: Number(vout),
      addressKey: key || null,
      amount: amount || null,
      mweb: (mweb as SpentMwebRole | undefined) ?? null,
    });
  }
}

function listedOutputs(
  amountTexts: string | null,
  keyTexts: string | null,
  scripts: readonly ScriptColumns[] | null,
  tokens: readonly (StoredToken | null)[] | null,
  unspent: number | null,
): StoredOutput[] {
  if (!amountTexts) return [];
  const keys = keyTexts?.split(',') ?? [];
  return amountTexts.split(',').map((amount, vout) => {
    const own = scripts?.find(([of]) => of === vout);
    return {
      vout,
      amount,
      addressKey: keys[vout] || null,
      script: own ? own[1] : null,
      scriptBytes: own ? own[2] : null,
      notSpent: ((unspent ?? 0) & (1 << vout)) !== 0 || own?.[3] === true,
      token: tokens?.[vout] ?? null,
      spentBy: null,
    };
  });
}

function storedOutput(columns: OutputColumns, confirmed: SpentByColumns | undefined): StoredOutput {
  const [vout, amount, addressKey, script, scriptBytes, notSpent, token, pending] = columns;
  const spentBy = pending ?? confirmed ?? null;
  return { vout, amount, addressKey, script, scriptBytes, notSpent: notSpent ?? false, token, spentBy };
}

/** One transaction of a history. Amounts are base units in decimal. */
export interface UtxoHistoryRow {
  readonly delta: string;
  /** Balance of the address after it; null while it is unconfirmed. */
  readonly balance: string | null;
  /** Sum of the outputs that paid the address. */
  readonly gained: string;
  readonly transaction: StoredUtxoTransaction;
}

/** Its transaction is made when it is asked for: those of a long page take milliseconds. */
export function utxoHistoryRow(
  delta: string,
  balance: string | null,
  gained: string,
  columns: UtxoTransactionColumns,
): UtxoHistoryRow {
  return {
    delta,
    balance,
    gained,
    get transaction() {
      return storedUtxoTransaction(columns);
    },
  };
}
