/** Answers of Blockbook's routes, for the OpenAPI document. Names are those of trezor/blockbook `api/types.go`. */
import { z } from 'zod';
import { components } from '../schemas/component.js';

/** Listed by name, and referred to. */
function named<T extends z.ZodType>(id: string, description: string, schema: T): T {
  const described = schema.describe(description);
  components.add(described, { id: `Blockbook${id}` });
  return described;
}

const hash = z.string();
const amount = z.string().describe('Base units in decimal.');
const addresses = z.array(z.string());

const Input = z.object({
  n: z.int(),
  txid: hash.optional(),
  vout: z.int().optional(),
  sequence: z.int().optional(),
  addresses: addresses.optional(),
  isAddress: z.boolean(),
  isOwn: z.boolean().optional(),
  value: amount.optional().describe('Left out where the output lies before the index.'),
  hex: z.string().optional(),
  coinbase: z.string().optional(),
});
const Output = z.object({
  n: z.int(),
  value: amount,
  addresses,
  isAddress: z.boolean(),
  isOwn: z.boolean().optional(),
  spent: z.boolean().optional().describe('Left out where it is unspent.'),
  spentTxId: hash.optional(),
  spentIndex: z.int().optional(),
  spentHeight: z.int().optional(),
  hex: z.string().optional(),
});
const TokenTransfer = z.object({
  type: z.string(),
  standard: z.string(),
  from: z.string(),
  to: z.string(),
  contract: z.string(),
  token: z.string().describe('The same as `contract`, for older software.'),
  name: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  value: amount,
  multiTokenValues: z.array(z.object({ id: z.string(), value: amount })).optional(),
});
const EthereumSpecific = z.object({
  status: z.int().describe('1: succeeded; 0: failed; -1: waits.'),
  nonce: z.int(),
  gasLimit: z.int(),
  gasUsed: z.int(),
  gasPrice: amount,
  type: z.int().optional(),
  createdContract: z.string().optional(),
  l1Fee: z.int().optional(),
  parsedData: z.object({ methodId: z.string(), name: z.string() }).optional(),
  internalTransfers: z.array(z.object({ type: z.int(), from: z.string(), to: z.string(), value: amount })).optional(),
});

export const transaction = named(
  'Tx',
  'A transaction.',
  z.object({
    txid: hash,
    version: z.int().optional(),
    lockTime: z.int().optional(),
    vin: z.array(Input),
    vout: z.array(Output),
    blockHash: hash.optional(),
    blockHeight: z.int().describe('-1 while it waits.'),
    confirmations: z.int(),
    blockTime: z.int().describe('Unix seconds; while it waits, when it was first seen.'),
    size: z.int().optional(),
    vsize: z.int().optional(),
    value: amount,
    valueIn: amount.optional(),
    fees: amount.optional(),
    hex: z.string().optional(),
    rbf: z.boolean().optional(),
    tokenTransfers: z.array(TokenTransfer).optional(),
    ethereumSpecific: EthereumSpecific.optional(),
  }),
);

const pages = {
  page: z.int().optional(),
  totalPages: z.int().optional(),
  itemsOnPage: z.int().optional(),
};

const Token = z.object({
  type: z.string(),
  standard: z.string().optional(),
  name: z.string(),
  path: z.string().optional(),
  contract: z.string().optional(),
  symbol: z.string().optional(),
  decimals: z.int(),
  transfers: z.int(),
  balance: amount.optional(),
  totalReceived: amount.optional(),
  totalSent: amount.optional(),
  multiTokenValues: z.array(z.object({ id: z.string(), value: amount })).optional(),
});

export const account = named(
  'Address',
  'What an address, or all addresses of a key, have and did.',
  z.object({
    ...pages,
    address: z.string(),
    balance: amount.nullable().describe('Null where the index begins after the first block.'),
    totalReceived: amount.optional(),
    totalSent: amount.optional(),
    unconfirmedBalance: amount.describe('What unconfirmed transactions change.'),
    unconfirmedTxs: z.int(),
    txs: z.int().describe('Confirmed transactions, of all heights.'),
    addrTxCount: z.int(),
    txids: z.array(hash).optional(),
    transactions: z.array(transaction).optional(),
    nonTokenTxs: z.int().optional(),
    nonce: z.string().optional(),
    usedTokens: z.int().optional(),
    tokens: z.array(Token).optional(),
    secondaryValue: z.number().optional(),
  }),
);

export const utxos = named(
  'Utxos',
  'Unspent outputs.',
  z.array(
    z.object({
      txid: hash,
      vout: z.int(),
      value: amount,
      height: z.int().optional(),
      confirmations: z.int(),
      coinbase: z.boolean().optional(),
      address: z.string().optional(),
      path: z.string().optional(),
    }),
  ),
);

export const block = named(
  'Block',
  'A block with a page of its transactions.',
  z.object({
    ...pages,
    hash,
    previousBlockHash: hash.optional(),
    nextBlockHash: hash.optional(),
    height: z.int(),
    confirmations: z.int(),
    size: z.int().nullable(),
    time: z.int(),
    version: z.int().optional(),
    merkleRoot: hash.optional(),
    nonce: z.string().optional(),
    bits: z.string().optional(),
    difficulty: z.string().optional(),
    txCount: z.int(),
    txs: z.array(transaction),
  }),
);

export const status = named(
  'Status',
  'The server and the node.',
  z.object({
    blockbook: z.object({
      coin: z.string(),
      network: z.string(),
      host: z.string(),
      version: z.string(),
      gitCommit: z.string(),
      buildTime: z.string(),
      syncMode: z.boolean(),
      initialSync: z.boolean(),
      inSync: z.boolean(),
      bestHeight: z.int(),
      lastBlockTime: z.string(),
      inSyncMempool: z.boolean(),
      lastMempoolTime: z.string(),
      mempoolSize: z.int(),
      decimals: z.int(),
      dbSize: z.int(),
      about: z.string(),
    }),
    backend: z.object({
      chain: z.string(),
      blocks: z.int(),
      headers: z.int(),
      bestBlockHash: hash,
      difficulty: z.string(),
      version: z.string().describe('Empty: the node is not asked.'),
      subversion: z.string(),
      warnings: z.string(),
    }),
  }),
);

export const blockIndex = named('BlockIndex', 'The hash of a block.', z.object({ blockHash: hash }));
export const hex = named('Hex', 'Bytes in hex.', z.object({ hex: z.string() }));
export const result = named('Result', 'A fee, or the id of a transaction.', z.object({ result: z.string() }));
export const specific = named(
  'SpecificTx',
  'A transaction as a node of Bitcoin says it, as far as its bytes tell.',
  z.object({
    ...{ txid: hash, hash, version: z.int(), size: z.int(), vsize: z.int().optional(), weight: z.int().optional() },
    locktime: z.int(),
    vin: z.array(
      z.object({
        ...{ coinbase: z.string().optional(), txid: hash.optional(), vout: z.int().optional() },
        ...{ scriptSig: z.object({ asm: z.string(), hex: z.string() }).optional() },
        ...{ txinwitness: z.array(z.string()).optional(), sequence: z.int() },
      }),
    ),
    vout: z.array(
      z.object({
        ...{ value: z.number().describe('In whole coins, as nodes write it.'), n: z.int() },
        ...{ scriptPubKey: z.object({ asm: z.string(), hex: z.string(), type: z.string() }) },
      }),
    ),
    hex: z.string(),
    ...{ blockhash: hash.optional(), confirmations: z.int().optional() },
    ...{ time: z.int().optional(), blocktime: z.int().optional() },
  }),
);

const rates = z.object({ usd: z.number().describe('-1 where it is not known.') });
export const ticker = named('Ticker', 'What a coin was worth.', z.object({ ts: z.int(), rates }));
export const tickers = z.array(ticker);
export const tickersList = named(
  'TickersList',
  'Currencies that there are rates in.',
  z.object({ ts: z.int(), available_currencies: z.array(z.string()) }),
);
export const balanceHistory = named(
  'BalanceHistory',
  'What an address received and sent.',
  z.array(
    z.object({
      time: z.int().describe('Unix seconds: the first of the stretch.'),
      txs: z.int(),
      received: amount,
      sent: amount,
      sentToSelf: amount.describe('Part of `received` that it paid itself.'),
      rates: rates.optional(),
    }),
  ),
);
export const feeStatistics = named(
  'FeeStats',
  'What the transactions of a block paid, in base units for 1,000 bytes.',
  z.object({
    txCount: z.int(),
    totalFeesSat: amount,
    averageFeePerKb: z.int(),
    decilesFeePerKb: z.array(z.int()),
  }),
);
