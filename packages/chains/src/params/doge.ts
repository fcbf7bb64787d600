import type { UtxoChain } from '../chain.js';
import { STORMY_REORG_LIMIT, UTXO_CHAIN, UTXO_NETWORK } from './utxo-network.js';

// Source: dogecoin src/chainparams.cpp. There are no segwit addresses: the deployment is disabled on every network.
export const doge: UtxoChain = {
  ...UTXO_CHAIN,
  code: 'doge',
  name: 'Dogecoin',
  symbol: 'DOGE',
  blockSeconds: 60,
  reorgLimit: 500,
  reorgMargin: 10,
  // Since block 145,000; 30 before (dogecoin src/dogecoin.cpp, chainparams.cpp nCoinbaseMaturity).
  coinbaseMaturity: 240,
  auxPow: true,
  // dogecoin 1.14 src/script/standard.cpp Solver, OP_PUBKEY
  bareKeys: { multisig: 16, anyBytes: true },
  // The first to enforce OP_CHECKLOCKTIMEVERIFY (BIP65), the youngest rule of consensus.
  minimumNode: { version: 1_140_000, name: 'Dogecoin Core 1.14' },
  networks: [
    {
      ...UTXO_NETWORK,
      name: 'mainnet',
      nodeChain: 'main',
      genesisHash: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
      p2pkh: [0x1e],
      p2sh: [0x16],
      addressExample: 'DFpN6QqFfUm3gKNaxN6tNcab1FArL9cZLE',
    },
    {
      ...UTXO_NETWORK,
      name: 'testnet',
      reorgLimit: STORMY_REORG_LIMIT,
      nodeChain: 'test',
      genesisHash: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e',
      p2pkh: [0x71],
      p2sh: [0xc4],
      addressExample: 'nesRpRaAbTDmZHwmzBkLd2AtF7Z9L9z5S2',
    },
    {
      ...UTXO_NETWORK,
      name: 'regtest',
      nodeChain: 'regtest',
      // dogecoin src/chainparams.cpp CRegTestParams.
      coinbaseMaturity: 60,
      genesisHash: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5',
      p2pkh: [0x6f],
      p2sh: [0xc4],
      addressExample: 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r',
    },
  ],
};
