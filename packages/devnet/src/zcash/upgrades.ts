/** The rules that the simulated regtest follows: those since NU5, and from one height on those of NU6.3. */

interface NetworkUpgrade {
  /** Consensus branch id (zebra zebra-chain/src/parameters/network_upgrade.rs CONSENSUS_BRANCH_IDS). */
  readonly branchId: number;
  readonly height: number;
}

const NU6_2: NetworkUpgrade = { branchId: 0x5437f330, height: 0 };
/** Opens the pool Ironwood, and closes Orchard to what would come in (ZIP 258). Regtest lets its operator choose. */
export const NU6_3: NetworkUpgrade = { branchId: 0x37a5165b, height: 144 };

export const isIronwoodOpen = (height: number): boolean => height >= NU6_3.height;

/** Branch id of the rules that a block at this height follows. */
export function branchIdAt(height: number): number {
  return (isIronwoodOpen(height) ? NU6_3 : NU6_2).branchId;
}

export type TransactionVersion = 4 | 5 | 6;

/** Transaction versions that a block at this height may hold (ZIPs 243, 225 and 229). */
export function versionsAt(height: number): readonly TransactionVersion[] {
  return isIronwoodOpen(height) ? [4, 5, 6] : [4, 5];
}

/** Version group ids (zebra zebra-chain/src/parameters/transaction.rs). */
export const VERSION_GROUP_IDS: Readonly<Record<TransactionVersion, number>> = {
  4: 0x892f2085,
  5: 0x26a7270a,
  6: 0xd884b698,
};
