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
const BLAME: Fields = [
  [1, 'fail_reason', 'string'],
  [2, 'is_unicast', 'bool'],
  [
    3,
    'blame_nodes',
    [
      [1, 'pubkey', 'string'],
      [2, 'blame_data', 'bytes'],
      [3, 'blame_signature', 'bytes'],
    ],
  ],
  [4, 'round', 'string'],
];
const NAMED: Fields = [
  [1, 'name', 'string'],
  [2, 'signer', 'address'],
];

/** By type URL. */
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
  '/types.MsgMimir': [
    [1, 'key', 'string'],
    [2, 'value', 'int'],
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
  '/types.MsgErrataTx': [
    [1, 'tx_id', 'string'],
    [2, 'chain', 'string'],
    [3, 'signer', 'address'],
  ],
  '/types.MsgNetworkFee': [
    [1, 'block_height', 'int'],
    [2, 'chain', 'string'],
    [3, 'transaction_size', 'int'],
    [4, 'transaction_fee_rate', 'int'],
    [5, 'signer', 'address'],
  ],
  '/types.MsgNodePauseChain': [
    [1, 'value', 'int'],
    [2, 'signer', 'address'],
  ],
  '/types.MsgSetIPAddress': [
    [1, 'ip_address', 'string'],
    [2, 'signer', 'address'],
  ],
  '/types.MsgSetNodeKeys': [
    [
      1,
      'pub_key_set_set',
      [
        [1, 'secp256k1', 'string'],
        [2, 'ed25519', 'string'],
      ],
    ],
    [2, 'validator_cons_pub_key', 'string'],
    [3, 'signer', 'address'],
  ],
  '/types.MsgSetVersion': [
    [1, 'version', 'string'],
    [2, 'signer', 'address'],
  ],
  '/types.MsgSolvency': [
    [1, 'id', 'string'],
    [2, 'chain', 'string'],
    [3, 'pub_key', 'string'],
    [4, 'coins', ASSETS],
    [5, 'height', 'int'],
    [6, 'signer', 'address'],
  ],
  '/types.MsgTssKeysignFail': [
    [1, 'id', 'string'],
    [2, 'height', 'int'],
    [3, 'blame', BLAME],
    [4, 'memo', 'string'],
    [5, 'coins', ASSETS],
    [6, 'pub_key', 'string'],
    [7, 'signer', 'address'],
  ],
  '/types.MsgTssPool': [
    [1, 'id', 'string'],
    [2, 'pool_pub_key', 'string'],
    [3, 'keygen_type', ['UnknownKeygen', 'AsgardKeygen']],
    [4, 'pub_keys', 'string'],
    [5, 'height', 'int'],
    [6, 'blame', BLAME],
    [7, 'chains', 'string'],
    [8, 'signer', 'address'],
    [9, 'keygen_time', 'int'],
    [10, 'keyshares_backup', 'bytes'],
    [11, 'secp256k1_signature', 'bytes'],
    [12, 'pool_pub_key_eddsa', 'string'],
    [13, 'keyshares_backup_eddsa', 'bytes'],
  ],
  '/types.MsgProposeUpgrade': [
    [1, 'name', 'string'],
    [
      2,
      'upgrade',
      [
        [1, 'height', 'int'],
        [2, 'info', 'string'],
      ],
    ],
    [3, 'signer', 'address'],
  ],
  '/types.MsgApproveUpgrade': NAMED,
  '/types.MsgRejectUpgrade': NAMED,
  '/cosmos.bank.v1beta1.MsgSend': [
    [1, 'from_address', 'string'],
    [2, 'to_address', 'string'],
    [3, 'amount', COINS],
  ],
  '/cosmwasm.wasm.v1.MsgStoreCode': [
    [1, 'sender', 'string'],
    [2, 'wasm_byte_code', 'bytes'],
  ],
  '/cosmwasm.wasm.v1.MsgInstantiateContract': [
    [1, 'sender', 'string'],
    [2, 'admin', 'string'],
    [3, 'code_id', 'int'],
    [4, 'label', 'string'],
    [5, 'msg', 'json'],
    [6, 'funds', COINS],
  ],
  '/cosmwasm.wasm.v1.MsgExecuteContract': [
    [1, 'sender', 'string'],
    [2, 'contract', 'string'],
    [3, 'msg', 'json'],
    [5, 'funds', COINS],
  ],
  '/cosmwasm.wasm.v1.MsgMigrateContract': [
    [1, 'sender', 'string'],
    [2, 'contract', 'string'],
    [3, 'code_id', 'int'],
    [4, 'msg', 'json'],
  ],
  '/cosmwasm.wasm.v1.MsgUpdateAdmin': [
    [1, 'sender', 'string'],
    [2, 'new_admin', 'string'],
    [3, 'contract', 'string'],
  ],
  '/cosmwasm.wasm.v1.MsgClearAdmin': [
    [1, 'sender', 'string'],
    [3, 'contract', 'string'],
  ],
  '/cosmwasm.wasm.v1.MsgSudoContract': [
    [1, 'authority', 'string'],
    [2, 'contract', 'string'],
    [3, 'msg', 'json'],
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
