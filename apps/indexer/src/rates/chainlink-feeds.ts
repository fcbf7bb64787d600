/**
 * Price feeds of Chainlink on the main networks, by the chain that they are on. Their owners replace and withdraw
 * feeds: what one says of itself is compared each time, and `<CODE>_RATE_FEEDS` names others. Source: data/feeds of npm
 * @chainlink/mcp-server 0.0.1-alpha.17 (May 2026); heartbeats: feeds-*.json of Chainlink's reference-data-directory
 * (August 2026), as far as others have quoted it. Of a coin without one a day holds.
 */
import type { ChainCode } from '@chaintrail/chains';

export interface ChainlinkFeeds {
  /** Proxy contract by the symbol of the coin. */
  readonly prices: Readonly<Record<string, string>>;
  /** Tells whether the layer 2's sequencer is up; null on layer 1. */
  readonly sequencer: string | null;
  /** Seconds after which a feed is written again although its price has not moved. */
  readonly heartbeat: Readonly<Record<string, number>>;
}

const DAY = 86_400;

export const MAINNET_FEEDS: Readonly<Partial<Record<ChainCode, ChainlinkFeeds>>> = {
  eth: {
    prices: {
      BTC: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c',
      ETH: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
    },
    sequencer: null,
    heartbeat: { BTC: 3_600, ETH: 3_600 },
  },
  op: {
    prices: {
      BTC: '0xD702DD976Fb76Fffc2D3963D037dfDae5b04E593',
      ETH: '0x13e3Ee699D1909E989722E753853AE30b17e08c5',
      LTC: '0x45954efBD01f5A12428A09E4C38b8434C3dD4Ac3',
      DOGE: '0xC6066533917f034Cf610c08e1fe5e9c7eADe0f54',
      ZEC: '0x2FF8822F371b283604369700d6F06da3fBb31064',
      BCH: '0x33E047119359161288bcB143e0C15467C7151d4c',
      RUNE: '0x372cc5e685115A56F14fa7e4716F1294e04c278A',
    },
    sequencer: '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389',
    heartbeat: { ETH: 1_200 },
  },
  arb: {
    prices: {
      BTC: '0x6ce185860a4963106506C203335A2910413708e9',
      ETH: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
      LTC: '0x5698690a7B7B84F6aa985ef7690A8A7288FBc9c8',
      DOGE: '0x9A7FB1b3950837a8D9b40517626E11D4127C098C',
    },
    sequencer: '0xFdB631F5EE196F0ed6FAa767959853A9F217697D',
    heartbeat: { BTC: 1_755, ETH: 1_755 },
  },
  base: {
    prices: {
      BTC: '0x64c911996D3c6aC71f9b455B1E8E7266BcbD848F',
      ETH: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
      LTC: '0x206a34e47093125fbf4C75b7c7E88b84c6A77a69',
      DOGE: '0x8422f3d3CAFf15Ca682939310d6A5e619AE08e57',
    },
    sequencer: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433',
    heartbeat: { BTC: 1_200, ETH: 1_200 },
  },
};

/** Heartbeat of feeds that state none here: the longest there is. */
export const LONGEST_HEARTBEAT = DAY;
