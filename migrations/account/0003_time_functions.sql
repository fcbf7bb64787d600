-- What a time is in tx_keys. Header times never fall, so the ends alone are looked up: a year of a layer 2 has 100 million blocks.
-- With Citus a statement on tables cannot call a function that reads one: ask for the range first, and give it as a parameter.

CREATE FUNCTION tx_range(since timestamptz, until timestamptz) RETURNS int8range
LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN first IS NULL OR last IS NULL OR first > last THEN 'empty' ELSE int8range(first << 20, last + 1 << 20) END
  FROM (
    SELECT
      (SELECT min(height)::bigint FROM {{chain}}.blocks WHERE time = (
        SELECT min(time) FROM {{chain}}.blocks WHERE time >= ceil(least(greatest(extract(epoch FROM since), 0), 1e12))::bigint)) AS first,
      (SELECT max(height)::bigint FROM {{chain}}.blocks WHERE time = (
        SELECT max(time) FROM {{chain}}.blocks WHERE time < ceil(least(greatest(extract(epoch FROM until), 0), 1e12))::bigint)) AS last
  ) AS ends
$$;
COMMENT ON FUNCTION tx_range IS 'The tx_keys of the blocks whose header time is since or later and before until; empty where there is none. Use it as tx_key >= lower(tx_range(…)) AND tx_key < upper(tx_range(…)), which an index answers.';
