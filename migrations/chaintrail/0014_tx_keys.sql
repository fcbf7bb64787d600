-- Ranges of tx_key, as tx_range of a chain's schema gives them: a type of their own, so that <@ can be two comparisons.
-- PostgreSQL's own <@ is a range of an index for constants alone; with now() it would be asked of every row.

CREATE TYPE tx_keys AS RANGE (SUBTYPE = bigint);
COMMENT ON TYPE tx_keys IS 'A range of tx_key: of tx_range of a chain.';

-- An empty range has no ends, and holds nothing.
CREATE FUNCTION is_within(key bigint, keys tx_keys) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1
RETURN key >= coalesce(lower(keys), 1) AND key < coalesce(upper(keys), 0);
COMMENT ON FUNCTION is_within IS 'For tx_key <@ tx_range(…): PostgreSQL puts its two comparisons into the query.';

-- Operators are found by the search path, which has this schema for everybody. Who may not write there has PostgreSQL's own.
DO $$
BEGIN
  CREATE OPERATOR public.<@ (LEFTARG = bigint, RIGHTARG = tx_keys, FUNCTION = is_within);
EXCEPTION WHEN insufficient_privilege OR invalid_schema_name THEN
  RAISE NOTICE 'tx_key <@ tx_range(…) is a range of an index for constant times alone: this login may not write to the schema public';
END $$;
