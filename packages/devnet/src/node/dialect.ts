/**
 * The seam of the node: how the software that follows a chain answers. One file per node below `dialects/`; nothing else
 * in this folder asks for a chain's code.
 */
import type { UtxoChain } from '@chaintrail/chains';
import type { ProofOfWork } from '../utxo/utxo-header.js';
import { zebrad } from '../zcash/node/zebrad.js';
import { bitcoinCashNode } from './dialects/bitcoin-cash-node.js';
import { bitcoinCore } from './dialects/bitcoin-core.js';
import { dogecoinCore } from './dialects/dogecoin-core.js';
import { litecoinCore } from './dialects/litecoin-core.js';
import type { RpcContext, RpcMethod } from './rpc-context.js';
import type { HttpAnswer, ParsedBody } from './rpc-dispatch.js';
import type { RpcError } from './rpc-error.js';

/** Where the JSON of bitcoind's descendants differs. */
export interface JsonStyle {
  /** `scriptPubKey.address`, or `addresses`, a list. */
  readonly addresses: 'one' | 'list';
  /** Whose keys are shown as addresses beside those of templates: nobody's, those of bare multisig, of P2PK too. */
  readonly keyAddresses: 'none' | 'multisig' | 'all';
  readonly warnings: 'list' | 'text' | 'none';
}

export type ZmqTopic = 'hashblock' | 'hashtx' | 'rawblock' | 'rawtx' | 'sequence';

export interface NodeDialect {
  readonly proofOfWork: ProofOfWork;
  /** `getnetworkinfo.version` by default. */
  readonly version: (spentTxOuts: boolean) => number;
  readonly subversion: (version: number) => string;
  readonly protocolVersion: number;
  /** Of a port that is not given. */
  readonly port: number;
  readonly style: (version: number) => JsonStyle;
  readonly methods: ReadonlyMap<string, RpcMethod>;
  readonly hasRest: boolean;
  readonly zmqTopics: readonly ZmqTopic[];
  /** Code of the error for a parameter of another type. */
  readonly typeError: number;
  /** Lowest version that answers strict JSON-RPC 2.0 as such. */
  readonly strictFrom: number;
  /** What a caller with wrong credentials gets: HTTP 401, or a closed connection. */
  readonly refusal: 'status' | 'drop';
  /** Calls under way (threads and work queue) above which it answers 503. */
  readonly slots: (version: number) => number;
  /** `getmempoolinfo` tells whether the mempool's file has been read. */
  readonly saysLoaded: boolean;
  /** How 32 random bytes are written into the cookie. */
  readonly cookieEncoding: 'hex' | 'base64';
  /** Requests and answers, where they are not those of bitcoind. */
  readonly protocol?: RpcProtocol;
}

/** How a node reads requests and writes answers. */
interface RpcProtocol {
  /** Looked at before anything else: refused is also what is no POST. */
  readonly isAuthorized: (authorization: string, credentials: string) => boolean;
  /** Bytes of a body; the connection of a larger one is closed. */
  readonly maxRequestBytes: number;
  /** @throws RpcError when the body is not made of requests */
  readonly parse: (body: string) => ParsedBody;
  /** The answer to a body that {@link parse} refused. */
  readonly refuse: (error: RpcError) => HttpAnswer;
  /** @param isDropped whether a fault leaves this answer out of its batch */
  readonly answer: (
    body: ParsedBody,
    contextFor: (method: string) => RpcContext,
    isDropped: (method: string) => boolean,
  ) => Promise<HttpAnswer>;
}

const DIALECTS: Partial<Record<string, NodeDialect>> = {
  btc: bitcoinCore,
  ltc: litecoinCore,
  doge: dogecoinCore,
  bch: bitcoinCashNode,
  zec: zebrad,
};

/** @throws RangeError for a chain that has no simulated node */
export function dialectOf(chain: UtxoChain): NodeDialect {
  const dialect = DIALECTS[chain.code];
  if (dialect) return dialect;
  throw new RangeError(`there is no simulated ${chain.name} node: known are ${Object.keys(DIALECTS).join(', ')}`);
}
