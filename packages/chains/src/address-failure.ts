/** How addresses are refused. Messages never repeat the text: it may be a private key pasted by mistake. */
import type { Chain, Network, UtxoChain, UtxoNetwork } from './chain.js';
import { AddressError, type AddressErrorCode } from './errors.js';
import { UTXO_CHAINS } from './registry.js';

/** Refuses an address. @param what is wrong with it; the message adds what was expected */
export type Fail = (code: AddressErrorCode, what: string) => never;

export function failureFor(chain: Chain, network: Network): Fail {
  return (code, what) => {
    const expected = `expected an address of ${chain.name} ${network.name} such as ${network.addressExample}`;
    throw new AddressError(code, `${what}; ${expected}`);
  };
}

interface Owner {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
}

/** The first network of any known chain that `matches`; mainnets come first within their chain. */
export function ownerOf(matches: (network: UtxoNetwork) => boolean): Owner | undefined {
  for (const chain of UTXO_CHAINS)
    for (const network of chain.networks) if (matches(network)) return { chain, network };
  return undefined;
}

/** “Bitcoin mainnet”, or every network that shares the prefix, or null when it is of no chain that is known here. */
export function ownersText(matches: (network: UtxoNetwork) => boolean): string | null {
  const names = UTXO_CHAINS.flatMap((chain) => {
    const networks = chain.networks.filter(matches).map((network) => network.name);
    return networks.length > 0 ? [`${chain.name} ${networks.join('/')}`] : [];
  });
  return names.length > 0 ? names.join(' or ') : null;
}

/** Longer than segwit (90), CashAddr (73) and MWEB (117), which is recognised. */
const MAX_ADDRESS_LENGTH = 120;

export function refuseOverlong(text: string, fail: Fail, maxLength = MAX_ADDRESS_LENGTH): void {
  if (text.length > maxLength) fail('malformed', `${text.length} characters are more than any address has`);
}

/** Refuses characters that no address has. The message gives only their position: they may be invisible. */
export function refuseStrangeCharacters(text: string, from: number, fail: Fail): void {
  const strange = text.slice(from).search(/[^0-9A-Za-z]/);
  if (strange >= 0) fail('malformed', `character ${from + strange + 1} is neither a digit nor a letter from a to z`);
}
