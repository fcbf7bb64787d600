/** Fields of messages: number and kind by their name in the JSON of the Cosmos SDK: thornode proto/thorchain/v1, cosmos-sdk, wasmd. */

type Scalar =
  | 'string'
  /** Base64 in JSON. */
  | 'bytes'
  /** Bech32 in JSON, the account's bytes on the wire. */
  | 'address'
  /** Also for what is true or false. */
  | 'int'
  /** Bytes that are themselves JSON. */
  | 'json'
  /** "BTC.BTC" in JSON, a message on the wire. */
  | 'asset'
  | 'any';
/** A list of names is an enumeration; an object a message. */
export type Kind = Scalar | readonly string[] | Fields;
/** In the order of their numbers. */
export interface Fields {
  readonly [name: string]: readonly [number: number, kind: Kind];
}

const COIN: Fields = { denom: [1, 'string'], amount: [2, 'string'] };
const ASSET: Fields = { asset: [1, 'asset'], amount: [2, 'string'], decimals: [3, 'int'] };
const FOREIGN_TX: Fields = {
  ...{ id: [1, 'string'], chain: [2, 'string'], from_address: [3, 'string'], to_address: [4, 'string'] },
  ...{ coins: [5, ASSET], gas: [6, ASSET], memo: [7, 'string'] },
};
const OBSERVED: Fields = {
  ...{ tx: [1, FOREIGN_TX], status: [2, ['incomplete', 'done', 'reverted']], out_hashes: [3, 'string'] },
  ...{ block_height: [4, 'int'], signers: [5, 'string'], observed_pub_key: [6, 'string'], keysign_ms: [7, 'int'] },
  ...{ finalise_height: [8, 'int'], aggregator: [9, 'string'] },
  ...{ aggregator_target: [10, 'string'], aggregator_target_limit: [11, 'string'] },
};
const OBSERVATION: Fields = { txs: [1, OBSERVED], signer: [2, 'address'] };
const ATTESTATION: Fields = { PubKey: [1, 'bytes'], Signature: [2, 'bytes'] };
const QUORUM: Fields = { obsTx: [1, OBSERVED], attestations: [2, ATTESTATION], inbound: [3, 'int'] };

/** By type URL: what the product reads of messages, and what generated blocks have. */
export const MESSAGES: Readonly<Record<string, Fields>> = {
  '/types.MsgSend': { from_address: [1, 'address'], to_address: [2, 'address'], amount: [3, COIN] },
  '/types.MsgDeposit': { coins: [1, ASSET], memo: [2, 'string'], signer: [3, 'address'] },
  '/types.MsgObservedTxIn': OBSERVATION,
  '/types.MsgObservedTxOut': OBSERVATION,
  '/types.MsgObservedTxQuorum': { quoTx: [1, QUORUM], signer: [2, 'address'] },
  '/cosmos.bank.v1beta1.MsgSend': { from_address: [1, 'string'], to_address: [2, 'string'], amount: [3, COIN] },
  '/cosmwasm.wasm.v1.MsgExecuteContract': {
    ...{ sender: [1, 'string'], contract: [2, 'string'], msg: [3, 'json'], funds: [5, COIN] },
  },
  '/cosmos.crypto.secp256k1.PubKey': { key: [1, 'bytes'] },
};

/** cosmos.tx.v1beta1 */
const SINGLE: Fields = { mode: [1, ['SIGN_MODE_UNSPECIFIED', 'SIGN_MODE_DIRECT']] };
const SIGNER: Fields = { public_key: [1, 'any'], mode_info: [2, { single: [1, SINGLE] }], sequence: [3, 'int'] };
const FEE: Fields = { amount: [1, COIN], gas_limit: [2, 'int'], payer: [3, 'string'], granter: [4, 'string'] };
const BODY: Fields = { messages: [1, 'any'], memo: [2, 'string'], timeout_height: [3, 'int'] };
const AUTH_INFO: Fields = { signer_infos: [1, SIGNER], fee: [2, FEE] };
export const TX: Fields = { body: [1, BODY], auth_info: [2, AUTH_INFO], signatures: [3, 'bytes'] };
/** Message that validators put into a block without anybody's signature: InjectTx (thornode ebifrost/tx.go). */
export const INJECTION: Fields = { messages: [1, 'any'] };
