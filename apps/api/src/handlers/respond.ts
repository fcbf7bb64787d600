import type { FollowedChain } from '../chain-directory.js';
import type { Answer } from '../http/route.js';
import type { ChainState } from '../shape/reason.js';
import { VERSION } from '../version.js';

/** Seconds. A new block can change any answer about a chain, and callers can afford to be this late. */
const NEAR_TIP_SECONDS = 5;

/**
 * An answer about a chain. On a UTXO chain it changes only when the chain does (or this program) as long as unconfirmed
 * transactions are not followed, and with every one of those that comes or goes otherwise. On EVM chains balances, internal
 * transfers and names of tokens arrive between blocks; on Cosmos chains a name may lead to another address.
 * @param rates that are part of it
 */
export function answerAtTip<Body>(
  followed: FollowedChain,
  state: ChainState,
  body: () => Body,
  rates: readonly unknown[] = [],
): Answer<Body> {
  const version = changesWithTip(followed, state) ? `${VERSION} ${state.hash}${ratesVersion(rates)}` : null;
  return { body, version, maxAge: NEAR_TIP_SECONDS };
}

/** A value in dollars changes with its rate. */
function ratesVersion(rates: readonly unknown[]): string {
  return rates.length === 0 ? '' : ` ${JSON.stringify(rates)}`;
}

/** Whether it changes with nothing else. */
function changesWithTip({ family }: FollowedChain, { mempool }: ChainState): boolean {
  switch (family) {
    case 'utxo':
      return mempool === null;
    case 'evm':
    case 'cosmos':
      return false;
  }
}

/** An answer that is told apart by its bytes. */
export function answerNow<Body>(body: Body, maxAge = 0): Answer<Body> {
  return { body: () => body, version: null, maxAge };
}
