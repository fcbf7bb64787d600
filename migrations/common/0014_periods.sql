-- Times as ranges of tx_key, in every form that people write. A STABLE function is called for each row that it filters, so
-- tx_range is an expression that PostgreSQL puts into the query (no FROM, no SET, not STRICT), and that becomes constants where
-- its times are constants.
-- With Citus a statement on tables cannot call a function that reads one: ask for the range first, and give it as a parameter.

-- It stays under another name: views of analysts that call it go on.
ALTER FUNCTION tx_range(timestamptz, timestamptz) RENAME TO tx_range_before_0014;
COMMENT ON FUNCTION tx_range_before_0014 IS 'For views that were made with tx_range of an older version.';

CREATE FUNCTION unix_seconds(moment timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ceil(least(greatest(extract(epoch FROM moment), 0), 1e12))::bigint;
COMMENT ON FUNCTION unix_seconds IS 'For tx_range: the first whole second that is not before a time.';

-- Costs are those of an operator: PostgreSQL puts what costs more into a query once at most, and <@ needs it twice.
CREATE FUNCTION find_range(since timestamptz, until timestamptz) RETURNS chaintrail.tx_keys LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE COST 0.001 AS $$
DECLARE
  low bigint := {{chain}}.unix_seconds(since);
  high bigint := {{chain}}.unix_seconds(until);
  first bigint := {{chain}}.height_from(low);
  last bigint := {{chain}}.height_before(high);
BEGIN
  -- Where times fall, blocks at the ends may be stamped outside.
  WHILE first <= last AND (SELECT b.time < low OR b.time >= high FROM {{chain}}.blocks b WHERE b.height = first) LOOP
    first := first + 1;
  END LOOP;
  WHILE first <= last AND (SELECT b.time < low OR b.time >= high FROM {{chain}}.blocks b WHERE b.height = last) LOOP
    last := last - 1;
  END LOOP;
  RETURN CASE WHEN first <= last THEN chaintrail.tx_keys(first << 20, (last + 1 << 20) - 1) ELSE 'empty' END;
END $$;
COMMENT ON FUNCTION find_range IS 'For tx_range: reads the blocks at both ends.';

CREATE FUNCTION find_height(moment timestamptz) RETURNS integer LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN {{chain}}.height_before({{chain}}.unix_seconds(date_trunc('second', moment) + interval '1 second'));
END $$;
COMMENT ON FUNCTION find_height IS 'For height_at: reads the blocks around a time.';

-- A plan may be kept and run again when there are more blocks: one that has a name (PREPARE, drivers), or that of a function.
CREATE FUNCTION is_settled(until timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN until < (SELECT to_timestamp(s.block_time) - interval '1 day' FROM {{chain}}.sync_state s)
    OR current_query() ~ 'tx_range|height_at' AND NOT EXISTS (SELECT FROM pg_prepared_statements p WHERE p.statement ~ 'tx_range|height_at');
END $$;
COMMENT ON FUNCTION is_settled IS 'For tx_range: whether a plan may have what it finds for that time as a constant. Blocks to come are stamped later, or the plan is for one run.';

-- IMMUTABLE makes constants of them. They are what they say as long as such a plan lives (is_settled), and NULL where that is not so.
CREATE FUNCTION settled_range(since timestamptz, until timestamptz) RETURNS chaintrail.tx_keys LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 0.001 AS $$
BEGIN
  RETURN CASE WHEN {{chain}}.is_settled(until) THEN {{chain}}.find_range(since, until) END;
END $$;
COMMENT ON FUNCTION settled_range IS 'For tx_range: the range where a plan may have it as a constant, NULL elsewhere.';

CREATE FUNCTION settled_height(moment timestamptz) RETURNS integer LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN CASE WHEN {{chain}}.is_settled(moment) THEN {{chain}}.find_height(moment) END;
END $$;
COMMENT ON FUNCTION settled_height IS 'For height_at: the height where a plan may have it as a constant, NULL elsewhere.';

CREATE FUNCTION tx_range(since timestamptz, until timestamptz) RETURNS chaintrail.tx_keys LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce({{chain}}.settled_range(since, until), {{chain}}.find_range(since, until))
$$;
COMMENT ON FUNCTION tx_range IS 'The tx_keys of the blocks from the first to the last whose header time is since or later and before until; empty for none. BETWEEN lower(r) AND upper(r), and <@ r, are ranges of an index. On Bitcoin and its forks, blocks in between may be stamped two hours outside: where that matters, ask for at too.';

CREATE FUNCTION height_at(moment timestamptz) RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce({{chain}}.settled_height(moment), {{chain}}.find_height(moment))
$$;
COMMENT ON FUNCTION height_at IS 'The last block whose header time is not after a moment; NULL before the first indexed one. What was until then is tx_key < {{chain}}.tx_key({{chain}}.height_at(…) + 1).';

CREATE FUNCTION tx_key(height bigint) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN height << 20;
COMMENT ON FUNCTION tx_key(bigint) IS 'For heights that are a bigint, as tx_key >> 20 is: the same.';

-- Rows of an address are sorted by tx_key, too: its last one before then is between none and all of them.
CREATE FUNCTION seq_before(key bytea, until bigint) RETURNS bigint LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
DECLARE
  low bigint := 0;
  high bigint := coalesce((SELECT h.seq FROM {{chain}}.address_transactions h WHERE h.address_key = key ORDER BY h.seq DESC LIMIT 1), 0);
BEGIN
  WHILE low < high LOOP
    IF (SELECT h.tx_key FROM {{chain}}.address_transactions h WHERE h.address_key = key AND h.seq = (low + high + 1) / 2) < until THEN
      low := (low + high + 1) / 2;
    ELSE
      high := (low + high - 1) / 2;
    END IF;
  END LOOP;
  RETURN low;
END $$;
COMMENT ON FUNCTION seq_before IS 'For balance_at: how many transactions of an address, by its key, lie below a tx_key.';
