import type { CosmosChain, CosmosMessage } from '@chaintrail/chains';
import { isOwnAsset } from './denomination.js';

/** Who a transaction pays or calls, and with what of the chain's own coin. */
export interface Payment {
  readonly to: string | null;
  /** Base units; null where it takes other denominations, too or instead. */
  readonly value: string | null;
}

const NOTHING: Payment = { to: null, value: null };

/** @returns what the only message of a transaction says; nothing where it says nothing, or there are several */
export function paymentOf(chain: CosmosChain, messages: readonly CosmosMessage[]): Payment {
  const [message] = messages;
  if (!message || messages.length > 1) return NOTHING;
  const { type, coins } = message;
  switch (type) {
    case '/types.MsgSend':
    case '/cosmos.bank.v1beta1.MsgSend':
      return { to: textOf(message['to']), value: nativeOf(coins, 'denom', (denom) => denom === chain.nativeDenom) };
    case '/cosmwasm.wasm.v1.MsgExecuteContract': {
      const isEmpty = Array.isArray(coins) && coins.length === 0;
      const value = isEmpty ? '0' : nativeOf(coins, 'denom', (denom) => denom === chain.nativeDenom);
      return { to: textOf(message['contract']), value };
    }
    // To the protocol itself. Assets are named by chain and symbol there: THOR.RUNE.
    case '/types.MsgDeposit':
      return {
        to: null,
        value: nativeOf(coins, 'asset', (asset) => typeof asset === 'string' && isOwnAsset(chain, asset)),
      };
    default:
      return NOTHING;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The amount of the only coin, where that is the chain's own. */
function nativeOf(coins: unknown, field: 'denom' | 'asset', isNative: (name: unknown) => boolean): string | null {
  if (!Array.isArray(coins) || coins.length !== 1) return null;
  const { amount, [field]: name } = coins[0] as Readonly<Record<string, unknown>>;
  return isNative(name) && typeof amount === 'string' && /^(0|[1-9]\d*)$/.test(amount) ? amount : null;
}
