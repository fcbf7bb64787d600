import type { EvmContract, EvmNetwork } from '../chain.js';

/** @param digits of its address, in lower case */
export const wrappedCoin = (digits: string): EvmContract => ({ address: digits, form: 'wrapped-coin' });

/** Wrapped ether of every chain of the OP stack. Source: optimism specs/protocol/predeploys.md */
export const OP_WRAPPED_ETHER = wrappedCoin('4200000000000000000000000000000000000006');

/** Common part of most networks of the EVM. Each names itself, its chain id and its genesis block. */
export const EVM_NETWORK: Omit<EvmNetwork, 'name' | 'chainId' | 'genesisHash'> = {
  family: 'evm',
  addressExample: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  blockRewards: [],
  tracedFrom: 1,
  irregularBlock: null,
  homesteadFrom: 0,
  byzantiumFrom: 0,
  cancunFrom: 0,
  noBurnsFrom: null,
  contracts: [],
};

/**
 * Private networks: a node of one's own, for development. The example is the first account of such nodes. Wrapped ether
 * is where nodes of the OP stack have it, and where the demo puts it.
 */
export const LOCAL_NETWORK: EvmNetwork = {
  ...EVM_NETWORK,
  name: 'local',
  chainId: null,
  genesisHash: null,
  homesteadFrom: null,
  byzantiumFrom: null,
  addressExample: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  contracts: [OP_WRAPPED_ETHER],
};
