/** Fields of messages: number, name in the JSON of the Cosmos SDK, and kind: thornode proto/thorchain/v1, cosmos-sdk, wasmd. */

type Scalar =
  | 'string'
  /** Base64 in JSON. */
  | 'bytes'
  /** Bech32 in JSON, the account's bytes on the wire. */
  | 'address'
  | 'int'
  | 'bool'
  /** Bytes that are themselves JSON. */
  | 'json'
  /** "BTC.BTC" in JSON, a message on the wire. */
  | 'asset'
  | 'any';
/** A list of names is an enumeration; an object a message. */
export type Kind = Scalar | readonly string[] | Fields;
export type Fields = readonly (readonly [number: number, name: string, kind: Kind])[];

const COINS: Fields = [
  [1, 'denom', 'string'],
  [2, 'amount', 'string'],
];
const ASSETS: Fields = [
  [1, 'asset', 'asset'],
  [2, 'amount', 'string'],
  [3, 'decimals', 'int'],
];
const OBSERVED: Fields = [
  [
    1,
    'tx',
    [
      [1, 'id', 'string'],
      [2, 'chain', 'string'],
      [3, 'from_address', 'string'],
      [4, 'to_address', 'string'],
      [5, 'coins', ASSETS],
      [6, 'gas', ASSETS],
      [7, 'memo', 'string'],
    ],
  ],
  [2, 'status', ['incomplete', 'done', 'reverted']],
  [3, 'out_hashes', 'string'],
  [4, 'block_height', 'int'],
  [5, 'signers', 'string'],
  [6, 'observed_pub_key', 'string'],
  [7, 'keysign_ms', 'int'],
  [8, 'finalise_height', 'int'],
  [9, 'aggregator', 'string'],
  [10, 'aggregator_target', 'string'],
  [11, 'aggregator_target_limit', 'string'],
];
const OBSERVATION: Fields = [
  [1, 'txs', OBSERVED],
  [2, 'signer', 'address'],
];
/** By type URL: what the product reads of messages, and what generated blocks have. */
export const MESSAGES: Readonly<Record<string, Fields>> = {
  '/types.MsgSend': [
    [1, 'from_address', 'address'],
    [2, 'to_address', 'address'],
    [3, 'amount', COINS],
  ],
  '/types.MsgDeposit': [
    [1, 'coins', ASSETS],
    [2, 'memo', 'string'],
    [3, 'signer', 'address'],
  ],
  '/types.MsgObservedTxIn': OBSERVATION,
  '/types.MsgObservedTxOut': OBSERVATION,
  '/types.MsgObservedTxQuorum': [
    [
      1,
      'quoTx',
      [
        [1, 'obsTx', OBSERVED],
        [
          2,
          'attestations',
          [
            [1, 'PubKey', 'bytes'],
            [2, 'Signature', 'bytes'],
          ],
        ],
        [3, 'inbound', 'bool'],
      ],
    ],
    [2, 'signer', 'address'],
  ],
  '/cosmos.bank.v1beta1.MsgSend': [
    [1, 'from_address', 'string'],
    [2, 'to_address', 'string'],
    [3, 'amount', COINS],
  ],
  '/cosmwasm.wasm.v1.MsgExecuteContract': [
    [1, 'sender', 'string'],
    [2, 'contract', 'string'],
    [3, 'msg', 'json'],
    [5, 'funds', COINS],
  ],
  '/cosmos.crypto.secp256k1.PubKey': [[1, 'key', 'bytes']],
};

/** cosmos.tx.v1beta1 */
export const TX_BODY: Fields = [
  [1, 'messages', 'any'],
  [2, 'memo', 'string'],
  [3, 'timeout_height', 'int'],
];
export const AUTH_INFO: Fields = [
  [
    1,
    'signer_infos',
    [
      [1, 'public_key', 'any'],
      [2, 'mode_info', [[1, 'single', [[1, 'mode', ['SIGN_MODE_UNSPECIFIED', 'SIGN_MODE_DIRECT']]]]]],
      [3, 'sequence', 'int'],
    ],
  ],
  [
    2,
    'fee',
    [
      [1, 'amount', COINS],
      [2, 'gas_limit', 'int'],
      [3, 'payer', 'string'],
      [4, 'granter', 'string'],
    ],
  ],
];
