/** Questions about an account or a transaction, whatever the chain: where answers differ by family. */
import type { Services } from '../services/open-services.js';
import { addressAccount, addressUtxos } from './address-account.js';
import { addressChanges, type ChangesRequest, descriptorChanges } from './balance-history.js';
import { type BlockbookAnswer, type BlockbookChain, requireOutputs } from './blockbook-route.js';
import { type DescriptorRequest, descriptorAccount, descriptorUtxos } from './descriptor-account.js';
import { evmAccount, evmTransaction } from './evm-account.js';
import { transactionByTxid } from './transactions.js';

/** An extended public key, or an output descriptor. */
const DESCRIPTOR = /^(?:[a-zA-Z]{1,4}pub[1-9A-HJ-NP-Za-km-z]{50,}|\w+\()/;

const isDescriptor = (text: string): boolean => DESCRIPTOR.test(text);

/** Blockbook takes 0 for no end (trezor/blockbook `api/worker.go`, `ToHeight`), which some software sends always. */
const openEnded = <Request extends { readonly to?: number | undefined }>(request: Request): Request => ({
  ...request,
  to: request.to || undefined,
});

export function balanceOf(
  services: Services,
  followed: BlockbookChain,
  text: string,
  given: DescriptorRequest,
): Promise<BlockbookAnswer> {
  const request = openEnded(given);
  if (isDescriptor(text)) return descriptorAccount(services, requireOutputs(followed), text, request);
  return followed.family === 'evm'
    ? evmAccount(services, followed, text, request)
    : addressAccount(services, followed, text, request);
}

export function utxosOf(
  services: Services,
  followed: BlockbookChain,
  text: string,
  { confirmedOnly, gap }: { readonly confirmedOnly: boolean; readonly gap?: number | undefined },
): Promise<BlockbookAnswer> {
  const outputs = requireOutputs(followed);
  return isDescriptor(text)
    ? descriptorUtxos(services, outputs, text, { confirmedOnly, gap })
    : addressUtxos(services, outputs, text, confirmedOnly);
}

export function changesOf(
  services: Services,
  followed: BlockbookChain,
  text: string,
  request: ChangesRequest,
): Promise<BlockbookAnswer> {
  const outputs = requireOutputs(followed);
  return isDescriptor(text)
    ? descriptorChanges(services, outputs, text, openEnded(request))
    : addressChanges(services, outputs, text, openEnded(request));
}

export function transactionOf(
  services: Services,
  followed: BlockbookChain,
  txid: string,
  spending = false,
): Promise<BlockbookAnswer> {
  return followed.family === 'evm'
    ? evmTransaction(services, followed, txid)
    : transactionByTxid(services, followed, txid, spending);
}
