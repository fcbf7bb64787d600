/** What a block may pay, and to whom (zebra zebra-chain/src/parameters/network/subsidy.rs; ZIPs 207, 208, 214, 1015, 271). */
import { isActive, UPGRADES } from './upgrades.js';

/** 12.5 ZEC. */
const MAX_BLOCK_SUBSIDY = 1_250_000_000n;
/** Regtest's; twice as many blocks after Blossom, which halved the time between blocks. */
const PRE_BLOSSOM_HALVING_INTERVAL = 144;

/** NU7 makes three blocks of one (ZIP 218). */
const NU7_RATIO = 3;

function halvingsAt(height: number): number {
  const [blossom, nu7] = [UPGRADES.blossom.height, UPGRADES.nu7.height];
  if (height < blossom) return Math.floor(height / PRE_BLOSSOM_HALVING_INTERVAL);
  const spent = 2 * blossom + (Math.min(height, nu7) - blossom) + Math.max(0, height - nu7) / NU7_RATIO;
  return Math.floor(spent / (2 * PRE_BLOSSOM_HALVING_INTERVAL));
}

/** Zatoshis that the block at this height brings into being. Regtest has no slow start. */
export function blockSubsidy(height: number): bigint {
  if (height === 0) return 0n;
  const base = isActive(UPGRADES.blossom, height) ? MAX_BLOCK_SUBSIDY / 2n : MAX_BLOCK_SUBSIDY;
  const spaced = isActive(UPGRADES.nu7, height) ? base / BigInt(NU7_RATIO) : base;
  return spaced >> BigInt(halvingsAt(height));
}

/** What a coinbase may claim of its block's fees: since NU7 60 % of them, rounded down, are in no output (ZIPs 235, 259). */
export function minerFees(height: number, fees: bigint): bigint {
  return isActive(UPGRADES.nu7, height) ? fees - (fees * 6n) / 10n : fees;
}

export interface SubsidyShares {
  /** Outputs that the coinbase owes besides the miner's: founders' reward, later funding streams and disbursements. */
  readonly owed: readonly bigint[];
  /** What the lockbox takes in: no output stands for it. */
  readonly lockbox: bigint;
  /** What the lockbox pays out; among `owed`. */
  readonly disbursed: bigint;
  readonly miner: bigint;
}

/** Per cent of the subsidy: ECC, Zcash Foundation and Major Grants, from NU6 on Community Grants alone. */
const STREAMS = [7n, 5n, 8n];
const STREAMS_FROM_NU6 = [8n];
const LOCKBOX_PERCENT = 12n;
/** The block that activates NU6.1 pays out of the lockbox, once, in ten outputs (ZIP 271); here less than mainnet's 78,750 ZEC. */
const DISBURSEMENTS: readonly bigint[] = Array.from({ length: 10 }, () => 20_000_000n);

/** How the subsidy of a block is shared; fees go to the miner on top. */
export function subsidyShares(height: number): SubsidyShares {
  const subsidy = blockSubsidy(height);
  const percent = (share: bigint): bigint => (subsidy * share) / 100n;
  if (!isActive(UPGRADES.canopy, height)) {
    const founders = height > 0 && halvingsAt(height) === 0 ? percent(20n) : 0n;
    return { owed: founders > 0n ? [founders] : [], lockbox: 0n, disbursed: 0n, miner: subsidy - founders };
  }
  const nu6 = isActive(UPGRADES.nu6, height);
  const streams = (nu6 ? STREAMS_FROM_NU6 : STREAMS).map(percent).filter((amount) => amount > 0n);
  const lockbox = nu6 ? percent(LOCKBOX_PERCENT) : 0n;
  const disbursements = height === UPGRADES.nu6_1.height ? DISBURSEMENTS : [];
  return {
    owed: [...streams, ...disbursements],
    lockbox,
    disbursed: sum(disbursements),
    miner: subsidy - sum(streams) - lockbox,
  };
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
