/** Network upgrades of the simulated regtest: the real ones and their branch ids, on a schedule of a few hundred blocks. */

export interface NetworkUpgrade {
  /** As zebrad's getblockchaininfo names it. */
  readonly name: string;
  /** Consensus branch id (zebra zebra-chain/src/parameters/network_upgrade.rs CONSENSUS_BRANCH_IDS). */
  readonly branchId: number;
  readonly height: number;
}

/**
 * Regtest lets its operator choose the heights. The first coinbases can be spent at 101: from there on every era gets
 * some blocks with payments.
 */
export const UPGRADES = {
  overwinter: { name: 'Overwinter', branchId: 0x5ba81b19, height: 106 },
  sapling: { name: 'Sapling', branchId: 0x76b809bb, height: 112 },
  blossom: { name: 'Blossom', branchId: 0x2bb40e60, height: 118 },
  heartwood: { name: 'Heartwood', branchId: 0xf5b9230b, height: 121 },
  canopy: { name: 'Canopy', branchId: 0xe9ff75a6, height: 124 },
  nu5: { name: 'NU5', branchId: 0xc2d6d0b4, height: 128 },
  nu6: { name: 'NU6', branchId: 0xc8e71055, height: 134 },
  nu6_1: { name: 'NU6.1', branchId: 0x4dec4df0, height: 138 },
  nu6_2: { name: 'NU6.2', branchId: 0x5437f330, height: 141 },
  nu6_3: { name: 'NU6.3', branchId: 0x37a5165b, height: 144 },
  nu7: { name: 'NU7', branchId: 0x77190ad9, height: 201 },
} as const satisfies Record<string, NetworkUpgrade>;

/** In the order of their activation. */
export const UPGRADE_LIST: readonly NetworkUpgrade[] = Object.values(UPGRADES);

/** Branch id of the rules that a block at this height follows; 0 before the first upgrade, as zebrad prints it. */
export function branchIdAt(height: number): number {
  return UPGRADE_LIST.findLast((upgrade) => height >= upgrade.height)?.branchId ?? 0;
}

export function isActive(upgrade: NetworkUpgrade, height: number): boolean {
  return height >= upgrade.height;
}

export type TransactionVersion = 1 | 2 | 3 | 4 | 5 | 6;

/** Transaction versions that a block at this height may hold (ZIPs 202, 243, 225, 229 and 2003). */
export function versionsAt(height: number): readonly TransactionVersion[] {
  if (isActive(UPGRADES.nu7, height)) return [5, 6];
  if (isActive(UPGRADES.nu6_3, height)) return [4, 5, 6];
  if (isActive(UPGRADES.nu5, height)) return [4, 5];
  if (isActive(UPGRADES.sapling, height)) return [4];
  return isActive(UPGRADES.overwinter, height) ? [3] : [1, 2];
}

/** Version group ids (zebra zebra-chain/src/parameters/transaction.rs); 0 for versions that have none. */
export const VERSION_GROUP_IDS: Readonly<Record<TransactionVersion, number>> = {
  1: 0,
  2: 0,
  3: 0x03c48270,
  4: 0x892f2085,
  5: 0x26a7270a,
  6: 0xd884b698,
};
