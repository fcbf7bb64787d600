-- Where a transaction is, for analysts: every view has tx_key.

CREATE FUNCTION tx_key(txid text) RETURNS bigint
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  place bigint := (SELECT max(t.tx_key) FROM {{chain}}.transactions t WHERE t.txid = {{chain}}.txid($1));
BEGIN
  IF place IS NULL THEN
    RAISE no_data_found USING MESSAGE = 'no confirmed transaction of ' || {{title}} || ' has the id ' || {{chain}}.txid_text({{chain}}.txid($1));
  END IF;
  RETURN place;
END $$;
COMMENT ON FUNCTION tx_key(text) IS 'Of a confirmed transaction, the newest where an id was repeated; an error where there is none.';

CREATE FUNCTION tx_key(height integer) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN height::bigint << 20;
COMMENT ON FUNCTION tx_key(integer) IS 'The first tx_key of a block. The blocks from a to b are tx_key >= {{chain}}.tx_key(a) AND tx_key < {{chain}}.tx_key(b + 1).';
