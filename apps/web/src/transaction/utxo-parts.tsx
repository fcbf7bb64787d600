import type { Currency, Input, Output, UtxoTransaction, Waiting } from '@chaintrail/client';
import { bytes, grouped, plural } from '../format.js';
import { paths } from '../router.js';
import { Amount, Badge, Id } from '../ui/text.js';
import { useFirst } from '../ui/transfer-list.js';

export function utxoFields(transaction: UtxoTransaction, { symbol }: Currency) {
  const { waiting, size, vsize, version, lockTime, coinbase, fee, shielded, decimals } = transaction;
  const pools = Object.entries(shielded ?? {}).filter(([, amount]) => amount !== null && amount !== '0');
  return {
    Size: size !== null && `${bytes(size)}${vsize !== null && vsize !== size ? `, ${grouped(vsize)} virtual` : ''}`,
    'Fee rate': fee !== null && vsize !== null && !coinbase && `${feeRate(fee, vsize)} base units per virtual byte`,
    ...(waiting ? waitingFields(waiting) : {}),
    Version: version !== null && String(version),
    'Lock time': lockTime !== null && lockTime > 0 && grouped(lockTime),
    'Shielded pools gain':
      pools.length > 0 &&
      pools.map(([name, amount]) => (
        <div key={name}>
          <Amount amount={amount} decimals={decimals} symbol={symbol} signed /> in {name}
        </div>
      )),
  };
}

function waitingFields({ effectiveFeeRate, rbf, ancestors, descendants, projectedBlock }: Waiting) {
  const others = (group: Waiting['ancestors']) =>
    group !== null && group.count > 0 && plural(group.count, 'unconfirmed transaction');
  return {
    'Rate with others':
      effectiveFeeRate !== null && `${effectiveFeeRate} base units per virtual byte, as miners see it`,
    'Expected in':
      projectedBlock !== null && (projectedBlock === 1 ? 'the next block' : `block ${projectedBlock} from now`),
    'May be replaced': rbf !== null && (rbf ? 'yes, it says so' : 'it does not say so'),
    'Depends on': others(ancestors),
    'Depended on by': others(descendants),
  };
}

/** Base units per virtual byte, to a tenth, rounded down. */
function feeRate(fee: string, vsize: number): string {
  const tenths = (BigInt(fee) * 10n) / BigInt(vsize);
  return `${grouped(tenths / 10n)}.${tenths % 10n}`;
}

interface PartsProps {
  readonly transaction: UtxoTransaction;
  readonly currency: Currency;
}

/** Inputs, and outputs. */
export function UtxoParts({ transaction, currency }: PartsProps) {
  const { inputs, outputs, coinbase, inputCount, outputCount } = transaction;
  const first = useFirst(inputs, 'inputs', inputCount);
  const last = useFirst(outputs, 'outputs', outputCount);
  const total = (parts: readonly { readonly amount: string | null }[]) =>
    parts.every(({ amount }) => amount !== null)
      ? String(parts.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n))
      : null;
  return (
    <section class="flow" aria-label="Inputs and outputs">
      <div>
        <h2>{coinbase ? 'New coins' : plural(inputCount, 'input')}</h2>
        <ol>
          {first.shown.map((input) => (
            <InputRow key={`${input.txid} ${input.vout}`} input={input} currency={currency} />
          ))}
        </ol>
        {first.more}
        {!coinbase && inputCount > 1 && inputs.length === inputCount && (
          <Total amount={total(inputs)} currency={currency} />
        )}
      </div>
      <span class="arrow" aria-hidden="true">
        →
      </span>
      <div>
        <h2>{plural(outputCount, 'output')}</h2>
        <ol>
          {last.shown.map((output) => (
            <OutputRow key={output.vout} output={output} currency={currency} />
          ))}
        </ol>
        {last.more}
        {outputCount > 1 && outputs.length === outputCount && <Total amount={total(outputs)} currency={currency} />}
      </div>
    </section>
  );
}

function Total({ amount, currency }: { readonly amount: string | null; readonly currency: Currency }) {
  return (
    <p class="total">
      Total <Amount amount={amount} decimals={currency.decimals} symbol={currency.symbol} />
    </p>
  );
}

function Owner({ address, currency, otherwise }: OwnerProps) {
  if (address === null) return <span class="muted">{otherwise}</span>;
  return <Id text={address} href={paths.of('address', currency.currency, address)} />;
}

interface OwnerProps {
  readonly address: string | null;
  readonly currency: Currency;
  /** Text in place of an address. */
  readonly otherwise: string;
}

function InputRow({ input, currency }: { readonly input: Input; readonly currency: Currency }) {
  const { txid, vout, address, amount, mweb } = input;
  return (
    <li>
      <Owner address={address} currency={currency} otherwise={mweb ?? 'no address'} />
      <Amount amount={amount} decimals={currency.decimals} />
      <small>
        from{' '}
        <a href={paths.of('tx', currency.currency, txid)} title={txid}>
          output {grouped(vout)} of {txid.slice(0, 8)}…
        </a>
      </small>
    </li>
  );
}

function OutputRow({ output, currency }: { readonly output: Output; readonly currency: Currency }) {
  const { address, amount, type, opReturn, mweb, spentBy, spent, token } = output;
  return (
    <li>
      <Owner address={address} currency={currency} otherwise={mweb ?? type ?? 'no address'} />
      <Amount amount={amount} decimals={currency.decimals} />
      <small>
        {spentBy ? (
          <>
            spent by{' '}
            <a href={paths.of('tx', currency.currency, spentBy.txid)} title={spentBy.txid}>
              input {grouped(spentBy.vin)} of {spentBy.txid.slice(0, 8)}…
            </a>
          </>
        ) : (
          spent === false && opReturn == null && <Badge>unspent</Badge>
        )}
        {opReturn?.map((data) => (
          <code key={data}>{readable(data)}</code>
        ))}
        {token && ` token ${token.category.slice(0, 8)}…, amount ${grouped(token.amount)}`}
        {token?.nft && `, ${token.nft.capability} NFT ${token.nft.commitment}`}
      </small>
    </li>
  );
}

/** Data that is plain text as text, else as the hexadecimal digits that it comes as. */
function readable(hex: string): string {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const isText = bytes.length > 0 && bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText ? new TextDecoder().decode(bytes) : hex;
}
