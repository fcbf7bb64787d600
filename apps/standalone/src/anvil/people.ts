/** Who uses the demo chain: accounts with keys and ether from the start, and addresses that are only ever paid. */
import { getCreateAddress, HDNodeWallet, Mnemonic } from 'ethers';

/** Anvil's own, known to everybody: the demo's coins are worth nothing. */
export const DEMO_MNEMONIC = 'test test test test test test test test test test test junk';
const ACCOUNTS = 10;
/** Enough for a choice of short histories beside the long ones. */
const PAYEES = 200;

export interface People {
  /** The first makes the contracts. */
  readonly accounts: readonly HDNodeWallet[];
  readonly payees: readonly string[];
}

export function demoPeople(): People {
  const mnemonic = Mnemonic.fromPhrase(DEMO_MNEMONIC);
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) =>
    HDNodeWallet.fromMnemonic(mnemonic, `m/44'/60'/0'/0/${index}`),
  );
  const from = accounts[0]!.address;
  // Addresses without a key; far beyond any contract that the account will make.
  const payees = Array.from({ length: PAYEES }, (_, index) => getCreateAddress({ from, nonce: 1_000_000 + index }));
  return { accounts, payees };
}
