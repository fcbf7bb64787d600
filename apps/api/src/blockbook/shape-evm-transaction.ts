/** From a transaction of an EVM chain, as this server's own API has it, to Blockbook's `Tx`. Pure. */
import type { EvmTransaction, Transfer } from '../schemas/evm-transaction-schema.js';

type Shown = Pick<
  EvmTransaction,
  | ('txid' | 'status' | 'blockHeight' | 'blockHash' | 'timestamp' | 'firstSeen' | 'confirmations' | 'fee' | 'l1Fee')
  | ('type' | 'from' | 'to' | 'value' | 'nonce' | 'gasLimit' | 'gasUsed' | 'gasPrice' | 'method' | 'contractCreated')
> & { readonly transfers: Iterable<Transfer> };

/** Values of `status` of `ethereumSpecific`. */
const STATUS = { confirmed: 1, failed: 0, pending: -1, dropped: -1 } as const;
/** Names of standards there. */
const NAMES: Readonly<Record<string, string>> = { erc20: 'ERC20', erc721: 'ERC721', erc1155: 'ERC1155' };
/** The types of internal transfers: a call, a creation, a destruction. */
const CALL = 0;

export const standardOf = (standard: string | null): string =>
  NAMES[String(standard).toLowerCase().replace('-', '')] ?? 'ERC20';

export function shapeEvmTransaction(shown: Shown) {
  const { from, to, status, fee, nonce, gasLimit, gasUsed, gasPrice, value } = shown;
  const transfers = [...shown.transfers];
  const tokens = transfers.filter(({ kind }) => kind === 'token');
  const inner = transfers.filter(({ kind }) => kind !== 'token' && kind !== 'native');
  const target = to ?? shown.contractCreated;
  return {
    txid: shown.txid,
    vin: [{ n: 0, addresses: from === null ? [] : [from], isAddress: from !== null }],
    vout: [{ value: value ?? '0', n: 0, addresses: target === null ? [] : [target], isAddress: target !== null }],
    ...(shown.blockHash === null ? {} : { blockHash: shown.blockHash }),
    blockHeight: shown.blockHeight ?? -1,
    confirmations: shown.confirmations,
    blockTime: shown.timestamp ?? shown.firstSeen ?? 0,
    ...{ value: value ?? '0', fees: fee ?? '0' },
    ...(tokens.length === 0 ? {} : { tokenTransfers: tokens.map(shapeToken) }),
    ethereumSpecific: {
      status: status === null ? 1 : STATUS[status],
      ...{ nonce: nonce ?? 0, gasLimit: gasLimit ?? 0, gasUsed: gasUsed ?? 0, gasPrice: gasPrice ?? '0' },
      ...(shown.type === null ? {} : { type: shown.type }),
      ...(shown.contractCreated === null ? {} : { createdContract: shown.contractCreated }),
      ...(shown.l1Fee === null ? {} : { l1Fee: BigInt(shown.l1Fee) }),
      ...(shown.method === null ? {} : { parsedData: { methodId: shown.method, name: '' } }),
      ...(inner.length === 0 ? {} : { internalTransfers: inner.map(shapeInner) }),
    },
  };
}

function shapeToken({ standard, from, to, asset, name, symbol, decimals, amount, tokenId }: Transfer) {
  const type = standardOf(standard);
  const common = {
    type,
    ...{ standard: type, from: from ?? ZERO, to: to ?? ZERO },
    // The name that older clients know, and that of newer ones.
    ...{ contract: asset ?? '', token: asset ?? '' },
    ...{ name: name ?? '', symbol: symbol ?? '', decimals: decimals ?? 0 },
  };
  if (type !== 'ERC1155') return { ...common, value: type === 'ERC721' ? (tokenId ?? '0') : amount };
  return { ...common, value: amount, multiTokenValues: [{ id: tokenId ?? '0', value: amount }] };
}

/** Account that mints tokens, and that burned ones go to. */
const ZERO = '0x0000000000000000000000000000000000000000';

function shapeInner({ from, to, amount }: Transfer) {
  return { type: CALL, from: from ?? ZERO, to: to ?? ZERO, value: amount };
}
