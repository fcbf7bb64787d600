/** A transaction as it is indexed against the node's description of it. Pure. */
import {
  addressKeyOfScript,
  type CashToken,
  type DescribedInput,
  type DescribedOutput,
  type DescribedTransaction,
  parseAddress,
  scriptTextOfAddressKey,
  scriptType,
  type UtxoChain,
  type UtxoNetwork,
} from '@chaintrail/chains';
import type { SampledTransaction } from '@chaintrail/db';
import type { Difference } from '../tally.js';

/** Scripts without an address that some nodes show one for: the address is of one key, the script of more. */
const ADDRESS_OF_A_KEY: ReadonlySet<string> = new Set(['multisig', 'witness_mweb_hogaddr', 'witness_mweb_pegin']);

export function compareTransaction(
  chain: UtxoChain,
  network: UtxoNetwork,
  ours: SampledTransaction,
  theirs: DescribedTransaction,
  height: number,
): Difference[] {
  const hasTokens = height >= (network.cashTokensFrom ?? 0);
  const outputs = hasTokens ? theirs.outputs : theirs.outputs.map((output, vout) => withPrefix(ours, output, vout));
  return [
    ...compareInputs(ours.inputs, theirs.inputs),
    ...compareOutputs(chain, network, ours, outputs),
    ...compareFee(ours, theirs),
  ];
}

/** Made before CashTokens, an output with their prefix is nobody's; the node describes it as if it was made later. */
function withPrefix(ours: SampledTransaction, theirs: DescribedOutput, vout: number): DescribedOutput {
  const { token, ...output } = theirs;
  if (token === undefined) return theirs;
  const script = ours.outputs[vout]?.[2] ?? '';
  const isWhole = script.startsWith('ef') && script.endsWith(theirs.scriptHex);
  return { ...output, addresses: [], scriptHex: isWhole ? script : 'a script with the prefix' };
}

function compareInputs(ours: SampledTransaction['inputs'], theirs: readonly DescribedInput[]): Difference[] {
  const expected = theirs.flatMap((input) => (input === 'coinbase' ? [] : [`${input.txid}:${input.vout}`]));
  const found = ours.map(([txid, vout]) => `${txid}:${vout >>> 0}`);
  if (expected.length !== found.length) {
    return [{ what: 'inputs', expected: `${expected.length} inputs`, found: `${found.length} inputs` }];
  }
  return expected.flatMap((outpoint, n) =>
    outpoint === found[n] ? [] : [{ what: 'input', expected: `${outpoint} in input ${n}`, found: found[n]! }],
  );
}

function compareOutputs(
  chain: UtxoChain,
  network: UtxoNetwork,
  { outputs: ours, tokens }: Pick<SampledTransaction, 'outputs' | 'tokens'>,
  theirs: readonly DescribedOutput[],
): Difference[] {
  if (ours.length !== theirs.length) {
    return [{ what: 'outputs', expected: `${theirs.length} outputs`, found: `${ours.length} outputs` }];
  }
  return theirs.flatMap((output, vout) => {
    const [amount, key, script] = ours[vout]!;
    const differences: Difference[] = [];
    const differ = (what: string, expected: string, found: string) => {
      if (expected !== found) differences.push({ what, expected: `${expected} in output ${vout}`, found });
    };
    differ('amount', `${output.value}`, amount);
    differ('script', output.scriptHex, script ?? derivedScript(key));
    differ('token', tokenText(output.token), tokenText(tokens?.[vout]));
    const bytes = Buffer.from(output.scriptHex, 'hex');
    const expectedKey = addressKeyOfScript(chain, bytes, 0, bytes.length)?.toString('hex') ?? null;
    differ('address-key', expectedKey ?? 'none', key ?? 'none');
    differences.push(...compareAddress(chain, network, output, bytes, expectedKey, vout));
    return differences;
  });
}

function tokenText(token: CashToken | null | undefined): string {
  if (!token) return 'none';
  const { category, amount, nft } = token;
  return `${amount} of ${category}${nft ? ` and an NFT (${nft.capability}) of “${nft.commitment}”` : ''}`;
}

function derivedScript(key: string | null): string {
  return key === null ? 'none' : scriptTextOfAddressKey(key);
}

/** The node's address of a script is ours. Newer nodes show none for a bare key, older ones several for a multisig. */
function compareAddress(
  chain: UtxoChain,
  network: UtxoNetwork,
  { addresses }: DescribedOutput,
  script: Buffer,
  key: string | null,
  vout: number,
): Difference[] {
  const type = scriptType(chain, script);
  const [address] = addresses;
  if (address === undefined || addresses.length > 1) {
    if (key === null || type === 'pubkey') return [];
    return [{ what: 'address', expected: `${addresses.length} addresses for output ${vout}`, found: `key ${key}` }];
  }
  if (key === null) {
    if (ADDRESS_OF_A_KEY.has(type)) return [];
    return [{ what: 'address', expected: `${address} for output ${vout}`, found: 'none' }];
  }
  const theirs = keyOf(chain, network, address);
  return theirs === key ? [] : [{ what: 'address', expected: `${address} for output ${vout}`, found: `key ${key}` }];
}

function keyOf(chain: UtxoChain, network: UtxoNetwork, address: string): string | null {
  try {
    return parseAddress({ family: 'utxo', chain, network }, address).toString('hex');
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Inputs as indexed minus outputs as the node says, minus what pools gain; a coinbase pays none. */
function compareFee(ours: SampledTransaction, theirs: DescribedTransaction): Difference[] {
  const isCoinbase = theirs.inputs.includes('coinbase');
  if (!isCoinbase && ours.inputs.some(([, , amount]) => amount === null)) return [];
  const paid = theirs.outputs.reduce((sum, { value }) => sum + value, 0n) + BigInt(ours.poolGain);
  const spent = ours.inputs.reduce((sum, [, , amount]) => sum + BigInt(amount ?? 0), 0n);
  const expected = isCoinbase ? 0n : spent - paid;
  return ours.fee === `${expected}` ? [] : [{ what: 'fee', expected: `${expected}`, found: ours.fee ?? 'none' }];
}
