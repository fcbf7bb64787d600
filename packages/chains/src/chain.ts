/** The types that describe a chain. A chain is data (`params/`) plus the codec of its family. */

/** All currency codes. The index of a chain is part of its lock keys, so new ones go last. */
export const CHAIN_CODES = ['btc', 'eth', 'ltc', 'doge', 'zec', 'bch', 'rune', 'arb', 'cacao', 'base', 'op'] as const;
export type ChainCode = (typeof CHAIN_CODES)[number];

/** The common part of all families. `family` selects the codec, the node client and the row builder. */
interface ChainCommon {
  readonly code: ChainCode;
  /** "Bitcoin" */
  readonly name: string;
  /** "BTC" */
  readonly symbol: string;
  /** Decimal places between the base unit and the coin. */
  readonly decimals: number;
  /** Average seconds between blocks. */
  readonly blockSeconds: number;
  /** Deepest reorg, in blocks, that is followed without asking the operator (`<CODE>_REORG_LIMIT` overrides). */
  readonly reorgLimit: number;
  /** A first sync ends so many blocks below the tip. A deeper reorg at that moment costs time, no rows. */
  readonly reorgMargin: number;
}

/** One network (mainnet, testnet4, regtest …) of a chain of the UTXO family. */
export interface UtxoNetwork {
  readonly family: 'utxo';
  /** Value that the operator writes in `<CODE>_NETWORK`. */
  readonly name: string;
  /** `chain` of the node's getblockchaininfo. */
  readonly nodeChain: string;
  /** Display form. */
  readonly genesisHash: string;
  /**
   * Base58check version written for P2PKH, then further ones that are accepted and rewritten: one byte, on Zcash two
   * (numbers above 255). On a chain with {@link cashAddrPrefix} all of them are the legacy form, accepted and
   * rewritten.
   */
  readonly p2pkh: readonly number[];
  /** The same for P2SH. */
  readonly p2sh: readonly number[];
  /** Human-readable part of segwit addresses, or null where the chain has none. */
  readonly hrp: string | null;
  /** Human-readable part of MWEB addresses, which can be recognised but not looked up. */
  readonly mwebHrp: string | null;
  /** Prefix of CashAddr addresses, before the colon ("bitcoincash"); null where the chain has none. */
  readonly cashAddrPrefix: string | null;
  /** Zcash's other address forms; null elsewhere. */
  readonly zcash: ZcashAddressForms | null;
  /** An address that is valid here, for documentation. */
  readonly addressExample: string;
  /**
   * Heights of coinbases whose outputs never entered the UTXO set, or left it unspent: the genesis block and, on
   * Bitcoin mainnet, the two coinbases that a later block repeated (BIP30).
   * Source: bitcoin src/validation.cpp IsBIP30Repeat, ConnectBlock.
   */
  readonly unspendableCoinbases: readonly number[];
  /** Overrides {@link ChainCommon.reorgLimit}. */
  readonly reorgLimit?: number;
  /** Overrides {@link UtxoChain.coinbaseMaturity}. */
  readonly coinbaseMaturity?: number;
  /** Lowest version that follows this network, where {@link UtxoChain.minimumNode} is too low. */
  readonly minimumNode?: NodeVersion;
  /** First block whose outputs may carry CashTokens. One that was made before, with their prefix, nobody can spend. */
  readonly cashTokensFrom?: number;
  /** Bytes of the largest block that is read, where the network's limit floats or is above {@link MOST_BLOCK_BYTES}. */
  readonly mostBlockBytes?: number;
  /** Blocks that tell a node of this network from one that was left behind at a fork. */
  readonly forkBlocks?: readonly ForkBlock[];
}

/** Twice the largest block that any network of the family with a fixed limit has: 32 MiB. */
export const MOST_BLOCK_BYTES = 64 * 2 ** 20;

/** Human-readable parts of Zcash's bech32 addresses (zips ZIP 173, 316, 320). */
export interface ZcashAddressForms {
  /** TEX: a P2PKH address that takes transparent coins only. Read as that P2PKH address. */
  readonly tex: string;
  /** Unified addresses, all revisions: read as their transparent receiver, where they have one. */
  readonly unified: readonly string[];
  /** Shielded addresses, which can be recognised but not looked up: bech32 prefixes (Sapling) … */
  readonly shielded: readonly string[];
  /** … and base58check versions of two bytes (Sprout). */
  readonly sprout: readonly number[];
}

/** A node's version as `getnetworkinfo.version` has it, and its name for people. */
export interface NodeVersion {
  readonly version: number;
  readonly name: string;
}

/** A block that the right chain has and a dead or foreign fork has not. */
export interface ForkBlock extends BlockRef {
  /** Event of that block, for the message that refuses a node without it: "the Bitcoin Cash fork of August 2017". */
  readonly what: string;
}

export interface BareKeyRules {
  /** Most keys of a multisig. Above 16 a number is a push, which only later nodes take for one. */
  readonly multisig: 16 | 20;
  /** Whether any push of 33 to 65 bytes is taken for a key (the templates of bitcoin src/script/standard.cpp up to 0.16). */
  readonly anyBytes: boolean;
}

export interface UtxoChain extends ChainCommon {
  readonly family: 'utxo';
  /** Outputs of a coinbase may be spent this many blocks later. */
  readonly coinbaseMaturity: number;
  /** Transactions may have witnesses, and witness programs are addresses. */
  readonly segwit: boolean;
  /** Transactions may carry MWEB data (flag 0x08) and the last one of a block may be a HogEx. */
  readonly mweb: boolean;
  /** Headers may be followed by the proof of another chain's work (version bit 8). Source: dogecoin src/auxpow.h */
  readonly auxPow: boolean;
  /** Outputs may carry CashTokens, in a prefix of their script (0xef). */
  readonly cashTokens: boolean;
  /** Which scripts its node calls `pubkey` and `multisig`; they pay the same addresses. */
  readonly bareKeys: BareKeyRules;
  /** Zcash's header and transaction formats, with pools of shielded coins. */
  readonly shielded: boolean;
  /** Lowest version that follows the chain's consensus today on any network; a network may ask for more. */
  readonly minimumNode: NodeVersion;
  /**
   * Software of other chains with the same genesis block and network names: the name in its subversion, and its chain.
   * On mainnet fork blocks detect it, too, once the node has reached them. A regtest has none.
   */
  readonly foreignSoftware?: Readonly<Record<string, string>>;
  readonly networks: readonly UtxoNetwork[];
}

/**
 * A contract whose logs are not read as those of others. Each form is one of logs:
 * - `wrapped-coin`: `Deposit(address,uint256)` and `Withdrawal(address,uint256)` mint and burn what they pay for (WETH9)
 * - `unindexed-collection`: ERC-721 whose `Transfer` indexes nothing
 * - `punks`: a collection with the events of CryptoPunks
 */
export interface EvmContract {
  /** 40 digits in lower case. */
  readonly address: string;
  readonly form: 'wrapped-coin' | 'unindexed-collection' | 'punks';
}

/** One network of a chain of the EVM family. */
export interface EvmNetwork {
  readonly family: 'evm';
  /** Value that the operator writes in `<CODE>_NETWORK`. */
  readonly name: string;
  /** EIP-155 chain id that `eth_chainId` answers; null where every network of this name has its own (private ones). */
  readonly chainId: number | null;
  /** Hash of block 0, display form without `0x`; null where every network of this name has its own. */
  readonly genesisHash: string | null;
  /** An address that is valid here, for documentation. */
  readonly addressExample: string;
  /**
   * Block rewards of proof of work in base units, each from a height on. Heights rise, and the last reward is 0n. Empty
   * where there never was any. Null where every network of this name has its own forks: the reward then follows from
   * the block, as far as it can. Source: go-ethereum consensus/ethash/consensus.go
   */
  readonly blockRewards: readonly { readonly from: number; readonly reward: bigint }[] | null;
  /** First block that the node can trace (Arbitrum: Nitro's genesis and later); 0 for all but the genesis. */
  readonly tracedFrom: number;
  /**
   * A block that changed balances without a transaction (the DAO fork): sums that span it are no balances. Null where
   * there is none. Source: go-ethereum consensus/misc/dao.go
   */
  readonly irregularBlock: number | null;
  /**
   * First blocks of Homestead, which charges creations more gas, and of Byzantium, whose receipts have a status. 0 where
   * all blocks have their rules, null where every network of this name has its own.
   */
  readonly homesteadFrom: number | null;
  readonly byzantiumFrom: number | null;
  /** First block with Cancun's rules for contracts that destroy themselves (EIP-6780); 0 where all have them. */
  readonly cancunFrom: number;
  /**
   * Header time, unix seconds, from which contracts keep what they have when they destroy themselves (EIP-8246,
   * Glamsterdam). Null where that is not scheduled, or refused: the OP stack burns what leaves for layer 1 in this way.
   */
  readonly noBurnsFrom: number | null;
  readonly contracts: readonly EvmContract[];
}

/** Who is paid the fees of a transaction beside the block's miner, and what fees consist of. */
export type EvmFeeRules =
  /** Base fee and blob fee are burned; the rest goes to the block's miner. */
  | 'ethereum'
  /** Nothing is burned: base fee, priority fee, L1 fee and operator fee go to a vault each; deposits pay nothing. */
  | 'op-stack'
  /** The gas used includes the L1 part. Only traces show who is paid what. */
  | 'arbitrum';

export interface EvmChain extends ChainCommon {
  readonly family: 'evm';
  readonly feeRules: EvmFeeRules;
  /** Whether nodes show pending transactions to everybody (layer 2 sequencers do not). */
  readonly hasPublicMempool: boolean;
  readonly networks: readonly EvmNetwork[];
}

/** One network of a chain of the Cosmos family. */
export interface CosmosNetwork {
  readonly family: 'cosmos';
  /** Value that the operator writes in `<CODE>_NETWORK`. */
  readonly name: string;
  /** Chain id that a node's `/status` answers; null where every network of this name may have its own. */
  readonly chainId: string | null;
  /** Height of its first block (`initial_height` of its genesis): a restarted chain continues to count. */
  readonly firstHeight: number;
  /** Human-readable part of its bech32 addresses. */
  readonly hrp: string;
  /** An address that is valid here, for documentation. */
  readonly addressExample: string;
}

/** Rule of a transaction's fee, and the event that pays it. Source: chains' ante handlers. */
export type CosmosFeeRule =
  /** A fixed fee in the ante step, of contracts the declared one; failed ones pay too. Source: thornode app/ante */
  | 'thorchain'
  /** The same fee, taken while messages run: a failed transaction pays nothing. Source: mayanode 1.111 */
  | 'mayachain'
  /** The fee that the transaction declares. Source: cosmos-sdk x/auth/ante/fee.go */
  | 'declared';

/** A denomination of the bank module that is not the chain's own coin, as its users know it. */
export interface Denomination {
  readonly denom: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** Coins that the first block mints to a module without an event, at this path of the genesis' `app_state`. */
export interface GenesisMint {
  readonly path: readonly string[];
  /** Name of the module that is paid. */
  readonly module: string;
}

export interface CosmosChain extends ChainCommon {
  readonly family: 'cosmos';
  /** Denomination of the chain's own coin, as the bank module writes it. */
  readonly nativeDenom: string;
  /** Others whose decimal places are known. */
  readonly denominations: readonly Denomination[];
  /** Decimal places of assets of other chains (`btc-btc`, `btc/btc`, `thor.btc`); null where not known. */
  readonly foreignDecimals: number | null;
  readonly feeRule: CosmosFeeRule;
  /** Names of modules with an account each: its address is bech32 of the first 20 bytes of the name's SHA-256. */
  readonly modules: readonly string[];
  readonly genesisMints: readonly GenesisMint[];
  /** Denominations that the application credits to addresses at the first block. They are not in the genesis. */
  readonly unseenInGenesis: readonly string[];
  /** Prefix of the chain's own REST paths, which resolve names (`/thorchain/thorname/…`); null where it has none. */
  readonly names: { readonly path: string; readonly about: string } | null;
  readonly networks: readonly CosmosNetwork[];
}

/** Every family. `family` tells them apart. */
export type Chain = UtxoChain | EvmChain | CosmosChain;
export type Network = UtxoNetwork | EvmNetwork | CosmosNetwork;
export type ChainFamily = Chain['family'];

/** A chain on one of its networks. `family` tells the families apart. */
export type ChainNetwork = UtxoChainNetwork | EvmChainNetwork | CosmosChainNetwork;

export interface UtxoChainNetwork {
  readonly family: 'utxo';
  readonly chain: UtxoChain;
  readonly network: UtxoNetwork;
}

export interface EvmChainNetwork {
  readonly family: 'evm';
  readonly chain: EvmChain;
  readonly network: EvmNetwork;
}

export interface CosmosChainNetwork {
  readonly family: 'cosmos';
  readonly chain: CosmosChain;
  readonly network: CosmosNetwork;
}

/** A block by height and hash. `hash` is hex in display order (for UTXO chains: reversed), without a prefix. */
export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}
