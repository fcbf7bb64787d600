import { encodeBytes32String } from 'ethers';
import { callNode } from '../call-node.js';
import { creationCode } from './demo-contracts.js';
import { DEMO_FEEDS } from './demo-feeds.js';

/** Lays price feeds on the demo chain, by a means that Anvil alone has. Repeating it changes nothing. */
export async function layFeeds(url: string): Promise<void> {
  for (const { symbol, middle, address } of DEMO_FEEDS) {
    const data = creationCode('PriceFeed', [encodeBytes32String(`${symbol} / USD`), middle]);
    // What its making would leave there.
    const code = await callNode<string>(url, 'eth_call', { data }, 'latest');
    await callNode(url, 'anvil_setCode', address, code);
  }
}
