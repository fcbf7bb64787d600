-- What all chains have in common. Each chain lives whole in a schema of its own, named by its code.

CREATE TABLE chains (
  code           text PRIMARY KEY,
  name           text NOT NULL,
  symbol         text NOT NULL,
  decimals       smallint NOT NULL,
  family         text NOT NULL,
  network        text NOT NULL,
  schema_version integer NOT NULL
);
COMMENT ON TABLE chains IS 'One row per chain that has a schema here.';
COMMENT ON COLUMN chains.code IS 'Currency code, and the name of the chain''s schema.';
COMMENT ON COLUMN chains.name IS 'Name of the chain.';
COMMENT ON COLUMN chains.symbol IS 'Symbol of its coin.';
COMMENT ON COLUMN chains.decimals IS 'Decimal places between base unit and coin: an amount divided by 10^decimals is in coins.';
COMMENT ON COLUMN chains.family IS 'utxo, evm or cosmos: which tables its schema has.';
COMMENT ON COLUMN chains.network IS 'Network of the chain, e.g. mainnet or regtest. A database holds one network per chain.';
COMMENT ON COLUMN chains.schema_version IS 'Number of the newest migration that its schema has.';

CREATE TYPE transfer_kind AS ENUM ('native', 'internal', 'token', 'withdrawal', 'mint', 'burn', 'fee', 'reward', 'genesis');
CREATE TYPE token_standard AS ENUM ('erc20', 'erc721', 'erc1155');
COMMENT ON TYPE transfer_kind IS 'native (the value of the transaction), internal (value that a contract sent on), token, withdrawal (from the beacon chain), mint (a deposit from layer 1), burn, fee (to who is paid the fees), reward (of proof of work), genesis (had before the first indexed block).';
COMMENT ON TYPE token_standard IS 'Standard of a token.';
