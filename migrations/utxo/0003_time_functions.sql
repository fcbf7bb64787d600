-- What a time is in tx_keys. Header times do not always rise: a block may be stamped up to two hours before its parent.
-- With Citus a statement on tables cannot call a function that reads one: ask for the range first, and give it as a parameter.

CREATE FUNCTION tx_range(since timestamptz, until timestamptz) RETURNS int8range
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN count(*) = 0 THEN 'empty' ELSE int8range(min(height)::bigint << 20, max(height) + 1::bigint << 20) END
  FROM {{chain}}.blocks
  WHERE time >= ceil(least(greatest(extract(epoch FROM since), 0), 1e12))::bigint
    AND time < ceil(least(greatest(extract(epoch FROM until), 0), 1e12))::bigint
$$;
COMMENT ON FUNCTION tx_range IS 'The tx_keys from the first to the last block whose header time is since or later and before until; empty where there is none. Use it as tx_key >= lower(tx_range(…)) AND tx_key < upper(tx_range(…)), which an index answers. Header times do not always rise, so blocks in between may be stamped up to two hours outside: where that matters, ask for blocks.time too.';
