-- Refusals name the chain whose address it may be, where what was typed begins like one of another chain.

CREATE OR REPLACE FUNCTION refuse_address(what text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  owner text := {{address_starts}} ->> substring(what FROM '\((?:prefix “|version )([0-9a-z]+)”?\)$');
BEGIN
  RAISE invalid_parameter_value USING MESSAGE = what || coalesce(', of ' || owner, '') || '; expected an address of ' || {{title}} || ' such as ' || {{address_example}};
END $$;

CREATE FUNCTION foreign_address(typed text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (SELECT 'this looks like an address of ' || s.value FROM jsonb_each_text({{foreign_shapes}}) s WHERE typed COLLATE "C" ~ s.key LIMIT 1);
END $$;
COMMENT ON FUNCTION foreign_address IS 'For address_key: whose address it may be, by its form; NULL for text in no such form.';
