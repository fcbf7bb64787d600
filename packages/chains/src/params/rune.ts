import type { CosmosChain } from '../chain.js';

/** Each of this name may have a chain id of its own. */
const TEST_NETWORK = { family: 'cosmos', chainId: null, firstHeight: 1 } as const;

/** Source: thornode 3, app/app.go (module accounts), cmd/cosmos.go (prefixes), constants. */
export const rune: CosmosChain = {
  family: 'cosmos',
  code: 'rune',
  name: 'THORChain',
  symbol: 'RUNE',
  decimals: 8,
  blockSeconds: 6,
  // Blocks are final at once.
  reorgLimit: 0,
  // The results of the newest block are not proved yet.
  reorgMargin: 1,
  nativeDenom: 'rune',
  denominations: [
    { denom: 'tcy', symbol: 'TCY', name: 'TCY', decimals: 8 },
    { denom: 'tor', symbol: 'TOR', name: 'TOR', decimals: 8 },
    { denom: 'x/ruji', symbol: 'RUJI', name: 'Rujira', decimals: 8 },
  ],
  foreignDecimals: 8,
  feeRule: 'thorchain',
  modules: [
    ...['asgard', 'bond', 'reserve', 'lending', 'rune_pool', 'tcy_claim', 'tcy_stake', 'treasury'],
    ...['affiliate_collector', 'thorchain', 'fee_collector', 'denom', 'wasm', 'transfer', 'mint'],
    ...['bonded_tokens_pool', 'not_bonded_tokens_pool'],
  ],
  genesisMints: [{ path: ['thorchain', 'reserve'], module: 'reserve' }],
  unseenInGenesis: [],
  names: { path: 'thorchain/thorname', about: 'THORName' },
  networks: [
    {
      family: 'cosmos',
      name: 'mainnet',
      chainId: 'thorchain-1',
      firstHeight: 17_562_001,
      hrp: 'thor',
      addressExample: 'thor1g98cy3n9mmjrpn0sxmn63lztelera37n8n67c0',
    },
    { ...TEST_NETWORK, name: 'stagenet', hrp: 'sthor', addressExample: 'sthor1g98cy3n9mmjrpn0sxmn63lztelera37nn2xgw3' },
    { ...TEST_NETWORK, name: 'mocknet', hrp: 'tthor', addressExample: 'tthor1g98cy3n9mmjrpn0sxmn63lztelera37nrytwp2' },
  ],
};
