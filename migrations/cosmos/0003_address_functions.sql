-- Addresses of Cosmos chains as text and as keys, for analysts. The parameters of the chain and network are put in when this
-- runs. Everything that a function needs lies in the chain's schema or in pg_catalog, so a role needs rights on this schema alone.
-- A fixed search_path makes results independent of the caller's.

CREATE FUNCTION refuse_address(what text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE invalid_parameter_value USING MESSAGE = what || '; expected an address of ' || {{title}} || ' such as ' || {{address_example}};
END $$;
COMMENT ON FUNCTION refuse_address IS 'For address_key: raises what is wrong and what was expected. Never repeats what was typed: it may be a private key pasted by mistake.';

CREATE FUNCTION address_text(address_key bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digits bytea;
BEGIN
  IF length(address_key) IN (20, 32) THEN
    digits := {{chain}}.base32_digits(address_key);
    digits := digits || substr({{chain}}.base32_digits(substr(int8send(({{chain}}.base32_remainder(
      {{chain}}.base32_expand({{hrp}}, false) || digits || '      ', false) # 1) << 10), 4)), 1, 6);
    RETURN {{hrp}} || '1' || {{chain}}.base32_text(digits);
  END IF;
  RAISE invalid_parameter_value USING MESSAGE = 'this is no key of an address of ' || {{title}};
END $$;
COMMENT ON FUNCTION address_text IS 'The canonical address, as the API writes it; on EVM chains in lower case.';

CREATE FUNCTION address_problem(typed text, lowered text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  prefix text := substring(lowered FROM '^([a-z]{1,20})1[02-9a-z]*$');
  data text := substr(lowered, length({{hrp}}) + 2);
  strange text := substring(data FROM '[^02-9ac-hj-np-z]');
BEGIN
  IF lowered ~ '^0x[0-9a-f]{40}$' THEN
    RETURN 'this is an address of Ethereum or of a chain like it';
  ELSIF lowered ~ '^[0-9a-f]{64}$' THEN
    RETURN 'this is the hash of a transaction or a block, or a key, not an address';
  ELSIF typed NOT IN (lowered, upper(typed COLLATE "C")) THEN
    RETURN 'upper and lower case are mixed: an address is all lower case or all upper case';
  ELSIF starts_with(lowered, {{hrp}} || '1') THEN
    RETURN CASE WHEN strange IS NULL THEN 'the checksum is wrong: the address has a typing mistake'
      ELSE format('character %s is none of bech32', length(typed) - length(data) + strpos(data, strange)) END;
  ELSIF {{chain}}.base32_read(prefix, substr(lowered, length(prefix) + 2), 1, false) IS NOT NULL THEN
    RETURN format('this is an address of another chain or network (prefix “%s”)', prefix);
  END IF;
  RETURN format('addresses start with %s1', {{hrp}});
END $$;
COMMENT ON FUNCTION address_problem IS 'For address_key: what is wrong with text that is no address of this chain.';

CREATE FUNCTION address_key(address text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Letters from a to z alone change their case, whatever the database's language.
  typed text COLLATE "C" := address;
  lowered text COLLATE "C" := lower(typed);
  digits bytea;
  key bytea;
BEGIN
  IF typed = '' THEN
    RETURN {{chain}}.refuse_address('the address is empty');
  ELSIF length(typed) > 90 THEN
    RETURN {{chain}}.refuse_address(length(typed) || ' characters are more than any address has');
  ELSIF starts_with(lowered, {{hrp}} || '1') AND typed IN (lowered, upper(typed)) THEN
    digits := {{chain}}.base32_read({{hrp}}, substr(lowered, length({{hrp}}) + 2), 1, false);
  END IF;
  IF digits IS NULL THEN
    RETURN {{chain}}.refuse_address({{chain}}.address_problem(typed, lowered));
  END IF;
  key := {{chain}}.base32_bytes(digits);
  IF length(key) IN (20, 32) THEN
    RETURN key;
  END IF;
  RETURN {{chain}}.refuse_address('an address holds 20 bytes, that of a contract 32');
END $$;
COMMENT ON FUNCTION address_key IS 'The key of an address, constant for a query, so an index finds it; an error for other text. `npx chaintrail key` prints it for more forms.';
