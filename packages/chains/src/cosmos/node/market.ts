/** The liquidity pools of THORChain and MAYAChain by REST, and the chains whose trading is halted. */
import { z } from 'zod';
import type { CosmosChain, CosmosChainNetwork } from '../../chain.js';
import { NodeError } from '../../errors.js';
import { checked, RPC_METHOD_NOT_FOUND } from '../../rpc/rpc-errors.js';
import { type CosmosRest, LATEST_BLOCK } from './cosmos-rest.js';

/** A pool of the chain's coin and another asset. Amounts are base units; every other asset has 8 decimals here. */
export interface MarketPool {
  /** "BTC.BTC", "ETH.USDC-0XA0B8…": chain, dot, asset. */
  readonly asset: string;
  /** Whether it is open to traders, apart from {@link CosmosMarket.haltedChains}. */
  readonly isAvailable: boolean;
  readonly nativeDepth: bigint;
  readonly assetDepth: bigint;
  /** US dollars per whole asset times 10^8, as the node measures it; null where it does not, 0 without a price. */
  readonly torPrice: bigint | null;
}

export interface CosmosMarket {
  /** Header time of the newest block that REST answers of, unix seconds. */
  readonly time: number;
  readonly pools: readonly MarketPool[];
  /** US dollars per whole native coin times 10^8; null on MAYAChain, and where it is not measured now. */
  readonly nativeTorPrice: bigint | null;
  /** The pools that all prices in TOR come from, as mimir has them: "ETH-USDC-0XA0B8…". */
  readonly anchors: readonly string[];
  /** All trading is halted. */
  readonly isHalted: boolean;
  /** Chains whose trading is halted: "BTC". */
  readonly haltedChains: ReadonlySet<string>;
}

const units = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt);
const latestAnswer = z.object({
  block: z.object({ header: z.object({ time: z.string().refine((text) => !Number.isNaN(Date.parse(text))) }) }),
});
const poolAnswer = z.object({
  asset: z.string().min(3).max(128),
  status: z.string(),
  balance_asset: units,
  asset_tor_price: units.optional(),
  // Since thornode 3.9.
  trading_halted: z.boolean().optional(),
  balance_rune: units.optional(),
  balance_cacao: units.optional(),
});
const poolsAnswer = z.array(poolAnswer).max(10_000);
const networkAnswer = z.object({ rune_price_in_tor: units.optional(), tor_price_halted: z.boolean().optional() });
const inboundAnswer = z
  .array(
    z.object({
      chain: z.string().max(32),
      halted: z.boolean(),
      // Older versions omit these: then only mimir shows a halt.
      global_trading_paused: z.boolean().optional(),
      chain_trading_paused: z.boolean().optional(),
    }),
  )
  .max(1_000);
/** Values are heights or switches; -1 takes one back. */
const mimirAnswer = z.record(
  z.string(),
  z.union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ]),
);

const ANCHOR = /^TORANCHOR-(.+)$/i;
/** Node operators have set a price, which hides what is measured. Source: thornode keeper/v1/keeper_anchors.go */
const PRICE_SET = /^DOLLARSPERRUNE$/i;
/** A pool that is being paid out, a chain's own coin's with those of its tokens. The second group is a contract. */
const ENDS = /^RAGNAROK-([^-]+-[^-]+)(-.+)?$/i;
/**
 * Not `NODEPAUSECHAINGLOBAL`, whose value is the height where the pause ends: the list of inbound addresses says it of
 * each chain. Source: thornode x/thorchain/keeper/v1/keeper_halt.go; mayanode x/mayachain/helpers.go
 */
const HALTS_ALL = /^(HALTTRADING|HALTCHAINGLOBAL)$/i;
const HALTS_CHAIN = /^(?:HALT(.+)TRADING|HALT(.+)CHAIN|SOLVENCYHALT(.+)CHAIN)$/i;

/** @throws NodeError with code -32601 where the node has no such pools */
export async function readMarket({ chain }: CosmosChainNetwork, rest: CosmosRest): Promise<CosmosMarket> {
  const ask = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
    const answer = await rest.get(path, null);
    if (answer === null) throw new NodeError('there is no such thing', false, missing(rest, path));
    return checked(rest.asked(path), answer, shape);
  };
  const module = moduleOf(chain);
  // Halts are read last, so that one between two requests is seen.
  const latest = await ask(LATEST_BLOCK, latestAnswer);
  const pools = await ask(`${module}/pools`, poolsAnswer);
  const network = await ask(`${module}/network`, networkAnswer);
  const inbound = await ask(`${module}/inbound_addresses`, inboundAnswer);
  const mimir = Object.entries(await ask(`${module}/mimir`, mimirAnswer)).filter(([, value]) => value > 0);
  const said = mimir.flatMap(
    ([name]) =>
      HALTS_CHAIN.exec(name)
        ?.slice(1)
        .find((code) => code !== undefined) ?? [],
  );
  const ended = mimir.flatMap(([name]) => {
    const [, asset = '', contract = ''] = ENDS.exec(name.toUpperCase()) ?? [];
    return asset === '' ? [] : [(asset + contract).replace('-', '.')];
  });
  const endedChains = ended.filter((asset) => !asset.includes('-')).map(chainOf);
  const isEnded = (asset: string) => ended.includes(asset) || endedChains.includes(chainOf(asset));
  const isMeasured = network.tor_price_halted !== true && !mimir.some(([name]) => PRICE_SET.test(name));
  const paused = inbound.filter((each) => each.halted || each.chain_trading_paused === true);
  return {
    time: Math.floor(Date.parse(latest.block.header.time) / 1000),
    pools: pools.map((pool) => ({
      asset: pool.asset.toUpperCase(),
      isAvailable:
        pool.status.toLowerCase() === 'available' && pool.trading_halted !== true && !isEnded(pool.asset.toUpperCase()),
      nativeDepth: pool.balance_rune ?? pool.balance_cacao ?? 0n,
      assetDepth: pool.balance_asset,
      torPrice: isMeasured ? (pool.asset_tor_price ?? null) : null,
    })),
    nativeTorPrice: isMeasured ? (network.rune_price_in_tor ?? null) : null,
    anchors: mimir.flatMap(([name]) => ANCHOR.exec(name)?.[1]?.toUpperCase() ?? []),
    // A future height counts, too: trading that is about to halt does not support a price.
    isHalted: inbound.some((each) => each.global_trading_paused) || mimir.some(([name]) => HALTS_ALL.test(name)),
    haltedChains: new Set([...said, ...paused.map((each) => each.chain)].map((code) => code.toUpperCase())),
  };
}

/** Chain of an asset: "ETH" of "ETH.USDC-0XA0B8…". */
function chainOf(asset: string): string {
  return asset.slice(0, asset.indexOf('.'));
}

function missing(rest: CosmosRest, path: string) {
  return { ...rest.asked(path), code: RPC_METHOD_NOT_FOUND };
}

/** "thorchain": the application's own part of the REST server, where its names are, too. */
function moduleOf({ code, names }: CosmosChain): string {
  if (names === null) throw new RangeError(`the application of ${code} has no pools`);
  return names.path.slice(0, names.path.indexOf('/'));
}
