-- The blocks around a time. Header times never fall.

CREATE FUNCTION height_from(seconds bigint) RETURNS integer LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT min(b.height) FROM {{chain}}.blocks b
    WHERE b.time = (SELECT c.time FROM {{chain}}.blocks c WHERE c.time >= seconds ORDER BY c.time LIMIT 1));
END $$;
COMMENT ON FUNCTION height_from IS 'For tx_range: the first block that is stamped then or later; NULL where there is none.';

CREATE FUNCTION height_before(seconds bigint) RETURNS integer LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT max(b.height) FROM {{chain}}.blocks b
    WHERE b.time = (SELECT c.time FROM {{chain}}.blocks c WHERE c.time < seconds ORDER BY c.time DESC LIMIT 1));
END $$;
COMMENT ON FUNCTION height_before IS 'For tx_range: the last block that is stamped before; NULL where there is none.';
