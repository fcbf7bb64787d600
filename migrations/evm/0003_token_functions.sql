-- How a stored transfer is read, by what is known of its contract now. Each is inlined into the query. Texts, as a role needs no
-- rights on the types' schema then.

CREATE FUNCTION token_reading(standard text, plain_from integer, indexed_from integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN plain_from IS NULL OR indexed_from IS NULL THEN standard END;
COMMENT ON FUNCTION token_reading IS 'The standard that a contract''s transfers are read by, from its row in tokens; NULL for mixed ones.';

CREATE FUNCTION transfer_standard(shape text, reading text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN shape <> 'erc1155' AND reading <> 'erc1155' THEN reading ELSE shape END;
COMMENT ON FUNCTION transfer_standard IS 'Standard of a transfer that looks like shape (transfers.standard), by token_reading.';

CREATE FUNCTION transfer_amount(shape text, reading text, amount numeric, token_id numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN shape = 'erc20' AND reading = 'erc721' THEN 1 WHEN shape = 'erc721' AND reading = 'erc20' THEN token_id ELSE amount END;
COMMENT ON FUNCTION transfer_amount IS 'Its amount: the number that the log indexes for ERC-20; 1 for ERC-721.';

CREATE FUNCTION transfer_token_id(shape text, reading text, amount numeric, token_id numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN shape = 'erc20' AND reading = 'erc721' THEN amount WHEN shape = 'erc721' AND reading = 'erc20' THEN NULL ELSE token_id END;
COMMENT ON FUNCTION transfer_token_id IS 'Which token it moves; NULL for ERC-20.';
