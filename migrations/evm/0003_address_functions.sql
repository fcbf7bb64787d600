-- Addresses of EVM chains as text and as keys, for analysts. The parameters of the chain and network are put in when this
-- runs. Everything that a function needs lies in the chain's schema or in pg_catalog, so a role needs rights on this schema alone.
-- A fixed search_path makes results independent of the caller's.

CREATE FUNCTION refuse_address(what text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE invalid_parameter_value USING MESSAGE = what || '; expected an address of ' || {{title}} || ' such as ' || {{address_example}};
END $$;
COMMENT ON FUNCTION refuse_address IS 'For address_key: raises what is wrong and what was expected. Never repeats what was typed: it may be a private key pasted by mistake.';

CREATE FUNCTION address_text(address_key bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF length(address_key) = 20 THEN
    RETURN '0x' || encode(address_key, 'hex');
  END IF;
  RAISE invalid_parameter_value USING MESSAGE = 'this is no key of an address of ' || {{title}};
END $$;
COMMENT ON FUNCTION address_text IS 'The canonical address, as the API writes it; on EVM chains in lower case.';

CREATE FUNCTION address_key(address text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 100 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Letters from a to z alone change their case, whatever the database's language.
  typed text COLLATE "C" := address;
  digits text COLLATE "C" := CASE WHEN typed ~ '^0[xX]' THEN substr(typed, 3) ELSE typed END;
BEGIN
  IF length(typed) > 120 THEN
    RETURN {{chain}}.refuse_address(length(typed) || ' characters are more than any address has');
  ELSIF digits ~ '^[0-9a-fA-F]{40}$' THEN
    IF digits IN (lower(digits), upper(digits)) THEN
      RETURN decode(digits, 'hex');
    END IF;
    RETURN {{chain}}.refuse_address('npx chaintrail key {{chain}} checks the mixed case of EIP-55, which SQL does not, and prints the key; where you are sure of the address, write it in lower case');
  END IF;
  RETURN {{chain}}.refuse_address(CASE
    WHEN typed = '' THEN 'the address is empty'
    WHEN upper(typed) ~ '^XE[0-9]{2}[0-9A-Z]{16,31}$' THEN 'npx chaintrail key {{chain}} reads the form of ICAP, which SQL does not, and prints the key'
    WHEN digits ~ '^[0-9a-fA-F]{64}$' THEN 'this is the hash of a transaction or a block, or a key, not an address'
    WHEN {{chain}}.foreign_address(typed) IS NOT NULL THEN {{chain}}.foreign_address(typed)
    WHEN typed ~ '^[A-Za-z]+:' THEN 'this starts like a payment link: leave the prefix up to the colon, and what follows the address, out'
    WHEN strpos(typed, '.') > 0 THEN 'names are not resolved: use the address that the name stands for'
    WHEN digits ~ '^[0-9a-fA-F]*$' THEN format('an address has 40 hexadecimal digits, not %s', length(digits))
    ELSE format('character %s is no hexadecimal digit', length(typed) - length(digits) + strpos(digits, substring(digits FROM '[^0-9a-fA-F]')))
  END);
END $$;
COMMENT ON FUNCTION address_key IS 'The key of an address, constant for a query, so an index finds it; an error for other text. `npx chaintrail key` prints it for more forms.';
