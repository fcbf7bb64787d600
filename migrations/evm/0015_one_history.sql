-- Histories have internal transfers. Tables of earlier versions have not: chains of those are synced anew.
COMMENT ON COLUMN address_transactions.delta IS 'Net effect of the transaction on the address''s balance, internal transfers included where its block is traced; 0 where only tokens moved.';
COMMENT ON COLUMN address_transactions.received IS 'Gross of what the address was ever paid, up to and with this transaction, internal transfers included where blocks are traced.';
