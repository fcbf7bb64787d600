/**
 * The seam of the node: how the software that follows a chain answers. One file per node below `dialects/`; nothing else
 * in this folder asks for a chain's code.
 */
import type { UtxoChain, UtxoNetwork } from '@chaintrail/chains';
import type { ProofOfWork } from '../utxo/utxo-header.js';
import type { WireFormat } from '../utxo/wire/wire-format.js';
import type { ChainDetails, ChainSource } from './chain-source.js';
import type { Json } from './decimal-json.js';
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
  readonly protocol: RpcProtocol;
}

/** How a node reads requests and writes answers. */
export interface RpcProtocol {
  readonly isAuthorized: (authorization: string, credentials: string) => boolean;
  /** Bytes of a body. */
  readonly maxRequestBytes: number;
  readonly parseRequest: (value: unknown, inBatch: boolean) => RpcRequest | RpcError;
  readonly takesEmptyBatch: boolean;
  /** @returns parameters in the order of the method's own. @throws RpcError */
  readonly positional: (params: RpcRequest['params'], names: readonly string[]) => Params;
  readonly envelope: (result: Json, error: RpcError | null, id: Json, strict: boolean) => Json;
  /** Whether what is no request is answered in strict JSON-RPC 2.0. */
  readonly strictRefusal: boolean;
  /** HTTP status of an answer that is not strict, with this error. */
  readonly status: (error: RpcError | null) => number;
  readonly contentType: string;
  /** Behind a body. */
  readonly ending: string;
}

export interface NodeProfile {
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
  readonly dialect: NodeDialect;
  readonly style: JsonStyle;
  readonly wire: WireFormat;
  /** `getnetworkinfo.version`. */
  readonly version: number;
  readonly rest: boolean;
  readonly spentTxOuts: boolean;
}

export interface RpcContext {
  readonly profile: NodeProfile;
  /** The chain as this call sees it, faults included. */
  readonly source: ChainSource;
  /** Null on a node that keeps block bytes only. */
  readonly details: ChainDetails | null;
  /** Resolves at the next change of the tip, after `timeoutMs` (0: never), or when the node closes. */
  readonly tipChange: (timeoutMs: number) => Promise<void>;
  /** What is published, and where. */
  readonly publications: () => readonly Publication[];
  /** Lets a fault change the answer. */
  readonly adjust: (method: string, answer: Json) => Json;
}

/** One line of getzmqnotifications. */
export interface Publication {
  readonly topic: ZmqTopic;
  /** "tcp://127.0.0.1:28332" */
  readonly address: string;
}

export type Params = readonly unknown[];

export interface RpcMethod {
  /** Names of the parameters, for calls with an object of named ones. */
  readonly names: readonly string[];
  readonly run: (context: RpcContext, params: Params) => Json | Promise<Json>;
}

export interface RpcRequest {
  readonly id: string | number | null;
  readonly method: string;
  readonly params: Params | Readonly<Record<string, unknown>>;
  /** Asked for strict JSON-RPC 2.0, which Core honours since 28.0. */
  readonly strict: boolean;
  readonly notification: boolean;
}

export interface ParsedBody {
  readonly batch: boolean;
  readonly requests: readonly (RpcRequest | RpcError)[];
}

export interface HttpAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
}
