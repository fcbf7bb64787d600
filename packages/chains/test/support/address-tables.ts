import {
  AddressError,
  type AddressErrorCode,
  formatAddress,
  parseAddress,
  scriptOfAddressKey,
  type UtxoChain,
  type UtxoNetwork,
} from '@chaintrail/chains';
import { expect, it } from 'vitest';

/** A typed text, how the network writes it, and the output script it stands for. */
export type ValidAddress = readonly [text: string, canonical: string, script: string];
/** A typed text, and the code and a part of the message that answers it. */
export type InvalidAddress = readonly [text: string, code: AddressErrorCode, words: string];

export function itReads(chain: UtxoChain, network: UtxoNetwork, table: readonly ValidAddress[]): void {
  it.each([...table])(`reads %s on ${chain.name} ${network.name}`, (text, canonical, script) => {
    const key = parseAddress({ family: 'utxo', chain, network }, text);
    expect(formatAddress(network, key)).toBe(canonical);
    expect(scriptOfAddressKey(key).toString('hex')).toBe(script);
    expect(parseAddress({ family: 'utxo', chain, network }, canonical)).toEqual(key);
  });
}

export function itRefuses(chain: UtxoChain, network: UtxoNetwork, table: readonly InvalidAddress[]): void {
  it.each([...table])(`refuses %j on ${chain.name} ${network.name}: %s`, (text, code, words) => {
    const error = addressError(() => parseAddress({ family: 'utxo', chain, network }, text));
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    const [what, expected] = error.message.split('; expected ');
    expect(expected).toBe(`an address of ${chain.name} ${network.name} such as ${network.addressExample}`);
    // Whatever was typed may be a secret: more than a character of it, or a public prefix, is never repeated.
    if (text.length > 20) expect(what).not.toContain(text.slice(-8));
  });
}

export function addressError(parse: () => Buffer): AddressError {
  try {
    parse();
  } catch (error) {
    if (error instanceof AddressError) return error;
    throw error;
  }
  throw new Error('the address was accepted');
}
