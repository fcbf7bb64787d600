/** Examples of answers by OpenAPI component: Bitcoin's first payment, a payment of tokens, a swap on THORChain. */
import { VERSION } from '../version.js';
import type { Balance, TokenBalance as TokenHolding } from './balance-schema.js';
import type { Block } from './block-schema.js';
import type {
  CosmosTransfer as CoinsMoved,
  CosmosHistoryTransaction,
  CosmosTransaction,
  Payout as Paid,
} from './cosmos-transaction-schema.js';
import type { Currencies } from './currencies-schema.js';
import type { EvmHistoryTransaction, EvmTransaction, Transfer as Moved } from './evm-transaction-schema.js';
import type { History } from './history-schema.js';
import type { Holders } from './holders-schema.js';
import type { IndexDocument } from './index-document-schema.js';
import type { Problem } from './problem-schema.js';
import type { Rates } from './rates-schema.js';
import type { Health, Status } from './status-schema.js';
import type {
  UtxoHistoryTransaction as HistoryItem,
  UtxoBlockTransaction,
  UtxoTransaction,
} from './utxo-transaction-schema.js';
import type { Utxo as Unspent, Utxos } from './utxos-schema.js';

const ADDRESS = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const TXID = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';

/** Examples of parameters, where this server has none of its own. */
export const EXAMPLE_PARAMETERS = { currency: 'btc', address: ADDRESS, txid: TXID, asset: TOKEN } as const;

/** Tip of the examples' answers. */
export const EXAMPLE_TIP = {
  height: 840_000,
  hash: '0000000000000000000320283a032748cef8227873ff4872689bf23f1cda83a5',
  time: 1_713_571_767,
};
const coin = { currency: 'btc', decimals: 8 } as const;
const page = {
  ...coin,
  address: ADDRESS,
  limit: 25,
  offset: 0,
  total: 1,
  next: null,
  tip: EXAMPLE_TIP,
  historyFrom: 0,
};

const payment = {
  family: 'utxo',
  ...coin,
  txid: TXID,
  status: 'confirmed',
  blockHeight: 170,
  blockHash: '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f4dd4a2ee',
  blockIndex: 1,
  timestamp: 1_231_731_025,
  firstSeen: null,
  confirmations: 839_831,
  fee: '0',
  ...{ size: 275, vsize: 275, version: 1, lockTime: 0, coinbase: false, inputCount: 1, outputCount: 2 },
  inputs: [
    {
      ...{ txid: '0437cd7f8525ceed2324359c2d0ba26006d92d856a9c20fa0241106ee5a597c9', vout: 0 },
      ...{ address: ADDRESS, amount: '5000000000' },
    },
  ],
  outputs: [
    {
      ...{ vout: 0, address: '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3', amount: '1000000000' },
      script:
        '4104ae1a62fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7303b8a0626f1baded5c72a704f7e6cd84cac',
      ...{ type: 'pubkey', spent: true, spentBy: null, opReturn: null },
    },
    {
      ...{ vout: 1, address: ADDRESS, amount: '4000000000' },
      script:
        '410411db93e1dcdb8a016b49840f8c53bc1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643f656b412a3ac',
      ...{ type: 'pubkey', spent: true, spentBy: null, opReturn: null },
    },
  ],
} satisfies Omit<UtxoTransaction, 'waiting' | 'nextOffset' | 'alsoIn' | 'tip'>;

const blockPayment: UtxoBlockTransaction = {
  ...payment,
  outputs: payment.outputs.map(({ spentBy: _spentBy, ...output }) => output),
};

const UtxoHistoryTransaction: HistoryItem = {
  ...payment,
  ...{ direction: 'out', netAmount: '-1000000000', amount: '-1000000000', balanceAfter: '4000000000' },
};

const Utxo: Unspent = {
  ...{ txid: TXID, vout: 1, amount: '4000000000', status: 'confirmed', blockHeight: 170, timestamp: payment.timestamp },
  ...{ confirmations: payment.confirmations, coinbase: false, mature: true },
  ...{ script: payment.outputs[1]!.script, type: 'pubkey', spentBy: null },
};

const Transfer: Moved = {
  ...{ kind: 'token', from: ACCOUNT, to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
  ...{ asset: TOKEN, standard: 'erc20', amount: '25000000' },
  ...{ decimals: 6, symbol: 'USDC', name: 'USD Coin', tokenId: null },
};

const evmTip = {
  height: 19_426_611,
  hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  time: 1_710_338_423,
};

const tokenPayment = {
  ...{ family: 'evm', currency: 'eth', decimals: 18 },
  txid: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  status: 'confirmed',
  blockHeight: 19_426_600,
  blockHash: '0x88e96d4537bea4d9c05d12549907b32561d3bf31f45aae734cdc119f13406cb6',
  ...{ blockIndex: 42, timestamp: 1_710_338_291, firstSeen: null, confirmations: 12 },
  ...{ fee: '1152725000000000', blobFee: null, l1Fee: null, operatorFee: null },
  ...{
    type: 2,
    from: ACCOUNT,
    to: TOKEN,
    value: '0',
    nonce: 1_217,
    gasLimit: 65_000,
    gasUsed: 46_109,
    gasPrice: '25000000000',
  },
  ...{ method: '0xa9059cbb', contractCreated: null, memo: null },
  ...{ transferCount: 1, transfers: [Transfer], internalTransfers: 'complete' },
} satisfies Partial<EvmTransaction>;

const TokenBalance: TokenHolding = {
  ...{ asset: TOKEN, symbol: 'USDC', name: 'USD Coin', decimals: 6, standard: 'erc20', tokenId: null },
  ...{ balance: '1250000000', height: 19_426_611, drifts: false },
};

const MODULE = 'thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0';
const SWAPPER = 'thor166ay7gh77wxety2r8tq5qhsz73zmu8dwfqqa8p';
const RESERVE = 'thor1dheycdevq39qlkxs2a6wuuzyn4aqxhve4qxtxt';
const SWAP = '2F624637DE179665BA3322B864DB9F30001FD37B4E0D22A0B6ECE6A5B078DAB4';
const runeFacts = { asset: null, decimals: 8, symbol: 'RUNE', name: null, tokenId: null };

const CosmosTransfer: CoinsMoved = {
  ...{ kind: 'native', from: SWAPPER, to: MODULE, amount: '25000000000', ...runeFacts },
};

const Payout: Paid = {
  ...{ inTxid: SWAP, txid: '4A5E1E4BAAB89F3A32518A88C31BC87F618F76673E2CC77AB2127B7AFDEDA33B', chain: 'BTC' },
  ...{ to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', asset: 'BTC.BTC', amount: '412345', decimals: 8 },
  memo: `OUT:${SWAP}`,
};

const Outcome = { status: 'paid', reason: null, txid: Payout.txid } as const;
const swap = {
  ...{
    family: 'cosmos',
    currency: 'rune',
    txid: SWAP,
    kind: 'transaction',
    status: 'confirmed',
    blockHeight: 20_000_000,
  },
  blockHash: '9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08',
  ...{ blockIndex: 3, timestamp: 1_740_000_000, confirmations: 12, fee: '2000000', decimals: 8 },
  ...{ from: SWAPPER, to: null, value: '25000000000', gasUsed: 512_000, gasWanted: 50_000_000, code: 0, failure: null },
  memo: '=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  messages: [
    {
      ...{ type: '/types.MsgDeposit', from: SWAPPER, coins: [{ asset: 'THOR.RUNE', amount: '25000000000' }] },
      memo: '=:BTC.BTC:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    },
  ],
  ...{ inTxid: null, transferCount: 2 },
  transfers: [{ kind: 'fee', from: SWAPPER, to: RESERVE, amount: '2000000', ...runeFacts }, CosmosTransfer],
  ...{ payouts: [Payout], answers: ['block:20000000:end:0'], outcome: Outcome },
} satisfies Partial<CosmosTransaction>;

const network = 'mainnet';
const progress = { stage: null, progress: 1, eta: null };
const heights = {
  indexedHeight: EXAMPLE_TIP.height,
  nodeHeight: EXAMPLE_TIP.height,
  finalizedHeight: null,
  historyFrom: 0,
};

const schemas = {
  Tip: EXAMPLE_TIP,
  Transfer,
  CosmosTransfer,
  Payout,
  Outcome,
  Module: { name: 'asgard', address: MODULE },
  Utxo,
  UtxoHistoryTransaction,
  TokenBalance,
  UtxoTransaction: {
    ...payment,
    waiting: null,
    nextOffset: null,
    alsoIn: [],
    tip: EXAMPLE_TIP,
  } satisfies UtxoTransaction,
  AccountTransaction: {
    ...tokenPayment,
    nextOffset: null,
    alsoIn: [],
    tip: evmTip,
  } satisfies EvmTransaction,
  EvmHistoryTransaction: {
    ...tokenPayment,
    ...{ direction: 'out', netAmount: '-1152725000000000', amount: '-1152725000000000' },
    ...{ balanceAfter: '3141592653589793238' },
  } satisfies EvmHistoryTransaction,
  CosmosTransaction: {
    ...swap,
    ...{ messageCount: 1, nextOffset: null, alsoIn: [] },
    tip: {
      height: 20_000_011,
      hash: '60303AE22B998861BCE3B28F33EEC1BE758A213C86C93C076DBE9F558C11C752',
      time: 1_740_000_066,
    },
  } satisfies CosmosTransaction,
  CosmosHistoryTransaction: {
    ...swap,
    ...{ direction: 'out', netAmount: '-25002000000', amount: '-25002000000', balanceAfter: '314159265358' },
  } satisfies CosmosHistoryTransaction,
  History: { ...page, name: null, totalReason: null, transactions: [UtxoHistoryTransaction] } satisfies History,
  Utxos: { ...page, totalReason: null, utxos: [Utxo] } satisfies Utxos,
  Balance: {
    ...{ ...coin, address: ADDRESS, name: null, balance: '4000000000', pending: '0', pendingTransactionCount: 0 },
    ...{
      received: '9000000000',
      receivedFrom: 0,
      receivedHeight: EXAMPLE_TIP.height,
      sent: '5000000000',
      transactionCount: 2,
    },
    ...{
      firstSeen: 1_231_469_744,
      lastSeen: payment.timestamp,
      tip: EXAMPLE_TIP,
      height: EXAMPLE_TIP.height,
      asOf: EXAMPLE_TIP.time,
    },
    ...{ historyFrom: 0, tokens: [], tokenCount: 0, nextTokens: null, usd: null },
  } satisfies Balance,
  Currencies: {
    currencies: [
      {
        ...{ ...coin, name: 'Bitcoin', symbol: 'BTC', family: 'utxo', network, addressExample: ADDRESS },
        features: ['history', 'balance', 'balance-at-height', 'transaction', 'utxos', 'pending'],
        modules: null,
        ...{ status: 'live', ...heights, tipTime: EXAMPLE_TIP.time, ...progress, internalTransfers: null },
      },
    ],
    unavailable: [],
  } satisfies Currencies,
  Block: {
    ...{ ...coin, height: 170, hash: payment.blockHash, size: 490, transactionCount: 2, total: 2, limit: 1, offset: 1 },
    parentHash: '000000002a22cfee1f2c846adbd12b3e183d4f97683f85dad08a79780a84bd55',
    nextHash: '00000000c9ec538cab7f38ef9c67a95742f56ab07b0a37c5be6b02808dbfb4e0',
    ...{ fees: '0', reward: '5000000000', weight: 1_960, minerTag: null, orphaned: false, replacedBy: null },
    ...{ time: payment.timestamp, confirmations: payment.confirmations, final: null, tip: EXAMPLE_TIP, historyFrom: 0 },
    transactions: [blockPayment],
  } satisfies Block,
  Holders: {
    ...{
      currency: 'eth',
      asset: TOKEN,
      symbol: 'USDC',
      name: 'USD Coin',
      decimals: 6,
      standard: 'erc20',
      tokenId: null,
    },
    ...{ limit: 25, offset: 0, total: 1, totalReason: null, unknown: 2, complete: false },
    ...{ incompleteReasons: ['unknown-balances'], next: null, tip: evmTip, historyFrom: 0 },
    holders: [{ address: ACCOUNT, name: null, balance: '1250000000', height: 19_426_600, changedSince: false }],
  } satisfies Holders,
  Status: {
    version: VERSION,
    chains: [
      {
        ...{ currency: 'btc', network, status: 'live', phase: 'live', reasonCode: null, reason: null },
        ...{
          ...heights,
          indexedHash: EXAMPLE_TIP.hash,
          tipTime: EXAMPLE_TIP.time,
          ...progress,
          liveSince: 1_713_480_000,
        },
        ...{ blocksPerSecond: null, transactionsPerSecond: null, heartbeatAt: EXAMPLE_TIP.time + 20 },
        ...{ owned: true, internalTransfers: null },
        mempool: { transactions: 4_821, indexed: 4_821, asOf: EXAMPLE_TIP.time + 20 },
        audit: { result: 'clean', scope: 'sample', height: 839_950, finishedAt: 1_713_540_000, findings: 0 },
        runningAudit: null,
      },
    ],
    unavailable: [],
  } satisfies Status,
  Rates: {
    quote: 'usd',
    at: null,
    rates: {
      btc: { rate: '67123.45', asOf: 1763600000, sources: ['chainlink:eth', 'chainlink:op', 'thornode'], stale: false },
      cacao: { rate: null, asOf: null, sources: [], stale: true },
    },
  } satisfies Rates,
  Health: { status: 'ok', version: VERSION, uptime: 86_400 } satisfies Health,
  Problem: {
    type: '/docs#invalid-parameter',
    title: 'A parameter has a value that is not allowed',
    status: 400,
    detail: 'limit: expected a whole number from 1 to 1000 in plain digits',
    code: 'invalid-parameter',
    errors: [{ parameter: 'limit', message: 'expected a whole number from 1 to 1000 in plain digits' }],
    instance: 'urn:request:0f8fad5b-d9cb-469f-a165-70867728950e',
  } satisfies Problem,
  IndexDocument: {
    name: 'Chaintrail',
    description: 'Self-hosted index of cryptocurrency addresses.',
    version: VERSION,
    swagger: 'https://chaintrail.example/swagger',
    authentication: { isAuthenticated: false, rateLimitTier: 'free', info: 'No token is needed.' },
    endpoints: { 'GET /v0/currencies': 'The currencies that this server follows' },
    examples: { currencies: 'https://chaintrail.example/v0/currencies' },
  } satisfies IndexDocument,
};

/** By name of the component. */
export const EXAMPLES: Readonly<Record<string, unknown>> = schemas;
