/** zebrad 7 (zebra zebra-rpc/src): JSON-RPC alone, behind a cookie; no REST, no ZMQ. */
import type { NodeDialect } from '../../node/dialect.js';
import { RPC_MISC_ERROR } from '../../node/rpc-error.js';
import { zebraBlockMethods } from './zebrad-blocks.js';
import { PROTOCOL_VERSION, versionText, zebraNetworkMethods } from './zebrad-network.js';
import { zebradProtocol } from './zebrad-protocol.js';
import { zebraTransactionMethods } from './zebrad-transactions.js';

/** GetInfoResponse::version_from_string: 1,000,000 × major + 10,000 × minor + 100 × patch. */
const VERSION = 7_000_000;

export const zebrad: NodeDialect = {
  proofOfWork: 'none',
  version: () => VERSION,
  subversion: (version) => `/Zebra:${versionText(version)}/`,
  protocolVersion: PROTOCOL_VERSION,
  port: 18_232,
  style: () => ({
    addresses: 'list',
    keyAddresses: 'none',
    warnings: 'text',
  }),
  methods: new Map(Object.entries({ ...zebraNetworkMethods, ...zebraBlockMethods, ...zebraTransactionMethods })),
  hasRest: false,
  zmqTopics: [],
  typeError: RPC_MISC_ERROR,
  strictFrom: 0,
  refusal: 'drop',
  slots: () => Number.POSITIVE_INFINITY,
  saysLoaded: false,
  protocol: zebradProtocol,
};
