import type { CosmosChain } from '../chain.js';

/** Each of this name may have a chain id of its own. */
const TEST_NETWORK = { family: 'cosmos', chainId: null, firstHeight: 1 } as const;

/** Source: mayanode 1.111, app/app.go (module accounts), cmd/cosmos.go (prefixes), x/mayachain/genesis.go. */
export const cacao: CosmosChain = {
  family: 'cosmos',
  code: 'cacao',
  name: 'MAYAChain',
  symbol: 'CACAO',
  decimals: 10,
  blockSeconds: 6,
  // Blocks are final at once.
  reorgLimit: 0,
  // The results of the newest block are not proved yet.
  reorgMargin: 1,
  nativeDenom: 'cacao',
  denominations: [{ denom: 'maya', symbol: 'MAYA', name: 'Maya', decimals: 4 }],
  foreignDecimals: 8,
  feeRule: 'mayachain',
  modules: ['asgard', 'bond', 'reserve', 'mayachain', 'maya_fund', 'affiliate_collector', 'fee_collector', 'transfer'],
  genesisMints: [
    { path: ['mayachain', 'reserve'], module: 'reserve' },
    { path: ['mayachain', 'asgard'], module: 'asgard' },
    { path: ['mayachain', 'maya_fund'], module: 'maya_fund' },
  ],
  unseenInGenesis: ['maya.mimir'],
  names: { path: 'mayachain/mayaname', about: 'MAYAName' },
  networks: [
    {
      family: 'cosmos',
      name: 'mainnet',
      chainId: 'mayachain-mainnet-v1',
      firstHeight: 1,
      hrp: 'maya',
      addressExample: 'maya1g98cy3n9mmjrpn0sxmn63lztelera37n8yyjwl',
    },
    { ...TEST_NETWORK, name: 'stagenet', hrp: 'smaya', addressExample: 'smaya1g98cy3n9mmjrpn0sxmn63lztelera37nnacycp' },
    { ...TEST_NETWORK, name: 'mocknet', hrp: 'tmaya', addressExample: 'tmaya1g98cy3n9mmjrpn0sxmn63lztelera37nrn4zh6' },
  ],
};
