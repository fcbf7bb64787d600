/** zebrad 7 (zebra zebra-rpc/src): JSON-RPC alone, behind a cookie; no REST, no ZMQ. */
import type { MempoolEntry, MempoolTotals, NodeDialect } from '../../node/dialect.js';
import { RPC_MISC_ERROR } from '../../node/rpc-error.js';
import { zec } from './amounts-json.js';
import { zebraBlockMethods } from './blocks.js';
import { PROTOCOL_VERSION, versionText, zebraNetworkMethods } from './network.js';
import { answerZebra, isAuthorized, MAX_REQUEST_BYTES, parseZebraBody, zebraErrorAnswer } from './protocol.js';
import { zebraTransactionMethods } from './transactions.js';

/** GetInfoResponse::version_from_string: 1,000,000 × major + 10,000 × minor + 100 × patch. */
const VERSION = 7_000_000;

function mempoolEntry({ transaction, time, height, depends, spentBy }: MempoolEntry) {
  const size = transaction.bytes.length;
  const fee = zec(transaction.fee);
  return {
    size,
    fee,
    modifiedfee: fee,
    time,
    height,
    // The descendants' own sizes and fees are not of interest to anybody here: counted are the direct ones.
    descendantcount: spentBy.length + 1,
    descendantsize: size,
    descendantfees: Number(transaction.fee),
    depends,
  };
}

function mempoolInfo({ count, bytes }: MempoolTotals) {
  return { size: count, bytes, usage: bytes };
}

export const zebrad: NodeDialect = {
  proofOfWork: 'none',
  version: () => VERSION,
  subversion: (version) => `/Zebra:${versionText(version)}/`,
  protocolVersion: PROTOCOL_VERSION,
  port: 18_232,
  style: () => ({
    addresses: 'list',
    keyAddresses: 'none',
    weights: false,
    transactionWeights: false,
    fees: false,
    hexInBlocks: true,
    prevouts: false,
    transactionCounts: true,
    warnings: 'text',
    restCountInQuery: false,
  }),
  methods: new Map(Object.entries({ ...zebraNetworkMethods, ...zebraBlockMethods, ...zebraTransactionMethods })),
  rest: new Set(),
  zmqTopics: [],
  typeError: RPC_MISC_ERROR,
  strictFrom: 0,
  refusal: 'drop',
  cookieEncoding: 'base64',
  slots: () => Number.POSITIVE_INFINITY,
  mempoolEntry,
  mempoolInfo,
  protocol: {
    isAuthorized,
    maxRequestBytes: MAX_REQUEST_BYTES,
    parse: parseZebraBody,
    refuse: zebraErrorAnswer,
    answer: answerZebra,
  },
};
