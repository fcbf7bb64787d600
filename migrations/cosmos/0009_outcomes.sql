-- Reasons of refunds beside those of failures.

COMMENT ON COLUMN transactions.failure IS 'Why it failed, as the chain says (code above 0). Else why what it is about was given back: the deposit itself, or of an entry of the block the transaction in in_txid. NULL where neither.';
