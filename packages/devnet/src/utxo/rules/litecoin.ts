import { bitcoinRules } from './bitcoin.js';
import type { ChainRules } from './chain-rules.js';

/** Litecoin's regtest: Bitcoin's, four times the money (litecoin src/amount.h), and no anchors. */
export const litecoinRules: ChainRules = { ...bitcoinRules, anchors: false, maxMoney: 8_400_000_000_000_000n };
