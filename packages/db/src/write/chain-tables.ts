/** The tables that hold a chain's rows, one partition a chain, named `<table>_<code>`. */
export const CHAIN_TABLES = ['blocks', 'transactions', 'address_transactions', 'addresses', 'unspent_outputs'] as const;

/** Unconfirmed transactions, beside them in the same way. Empty during a first sync. */
export const MEMPOOL_TABLES = ['mempool_transactions', 'mempool_address_transactions', 'mempool_spends'] as const;
