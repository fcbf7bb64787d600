-- Fees, reward, weight and coinbase of a block, which a page of it would have to sum up over all of its transactions.

ALTER TABLE blocks ADD COLUMN fees numeric;
ALTER TABLE blocks ADD COLUMN reward numeric;
ALTER TABLE blocks ADD COLUMN weight integer;
ALTER TABLE blocks ADD COLUMN coinbase_script bytea;
COMMENT ON COLUMN blocks.fees IS 'Fees of all its transactions; NULL where one is not known. This and the columns below are NULL in rows of an older version.';
COMMENT ON COLUMN blocks.reward IS 'What its coinbase pays, on Zcash also into shielded pools: new coins and fees, less what the miner did not take.';
COMMENT ON COLUMN blocks.weight IS 'Weight (BIP141), without MWEB data; NULL on chains without witnesses.';
COMMENT ON COLUMN blocks.coinbase_script IS 'Input script of the coinbase: the height, then the miner''s text.';
