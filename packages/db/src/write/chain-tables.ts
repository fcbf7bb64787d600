/** The tables that hold a chain's rows, one partition a chain, named `<table>_<code>`. */
export const CHAIN_TABLES = ['blocks', 'transactions', 'address_transactions', 'addresses', 'unspent_outputs'] as const;
