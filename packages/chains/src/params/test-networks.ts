/**
 * Reorg limit of proof-of-work test networks. A block of difficulty 1 is allowed 20 minutes after the one before, and may
 * take the network to that difficulty: whole periods of 2,016 blocks then come within an hour, on several branches. Main
 * networks' limits count hours. Source: bitcoin src/pow.cpp GetNextWorkRequired, fPowAllowMinDifficultyBlocks; BIP 94
 */
export const STORMY_REORG_LIMIT = 10_000;
