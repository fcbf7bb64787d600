-- Addresses as text and as keys, for analysts. The parameters of the chain and network are put in when this runs.
-- Everything that a function needs lies in the chain's schema or in pg_catalog, so a role needs rights on this schema alone.
-- A fixed search_path makes results independent of the caller's. Helpers run under that of their caller.
--
-- Helpers hold digits of base 58 as bytes of 32 plus the digit: all are ASCII other than the backslash, so encode(…, 'escape')
-- and translate() make text of them.

CREATE FUNCTION refuse_address(what text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE invalid_parameter_value USING MESSAGE = what || '; expected an address of ' || {{title}} || ' such as ' || {{address_example}};
END $$;
COMMENT ON FUNCTION refuse_address IS 'For address_key: raises what is wrong and what was expected. Never repeats what was typed: it may be a private key pasted by mistake.';

CREATE FUNCTION base58_text(bytes bytea) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  padded bytea := decode(repeat('00', 28 - length(bytes)), 'hex') || bytes;
  number numeric := (('x' || encode(substr(padded, 1, 7), 'hex'))::bit(56)::bigint * 72057594037927936::numeric
    + ('x' || encode(substr(padded, 8, 7), 'hex'))::bit(56)::bigint) * 5192296858534827628530496329220096
    + ('x' || encode(substr(padded, 15, 7), 'hex'))::bit(56)::bigint * 72057594037927936::numeric
    + ('x' || encode(substr(padded, 22, 7), 'hex'))::bit(56)::bigint;
  digits bytea := '';
  limb bigint;
BEGIN
  -- Eight digits at a time: 58^8 is 128,063,081,718,016.
  FOR i IN 1..5 LOOP
    limb := mod(number, 128063081718016);
    number := div(number, 128063081718016);
    digits := int8send(2314885530818453536 + (limb / 2207984167552 << 56) + (limb / 38068692544 % 58 << 48)
      + (limb / 656356768 % 58 << 40) + (limb / 11316496 % 58 << 32) + (limb / 195112 % 58 << 24)
      + (limb / 3364 % 58 << 16) + (limb / 58 % 58 << 8) + limb % 58) || digits;
  END LOOP;
  RETURN repeat('1', length(bytes) - length(ltrim(bytes, '\x00')))
    || translate(ltrim(encode(digits, 'escape'), ' '), ' !"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXY',
      '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
END $$;
COMMENT ON FUNCTION base58_text IS 'For address_text: base 58 of at most 28 bytes.';

CREATE FUNCTION base58_bytes(encoded text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  digits bytea := decode(lpad(translate(encoded, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
    ' !"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXY'), 40), 'escape');
  number numeric := 0;
  bytes bytea := '';
BEGIN
  FOR i IN 0..32 BY 8 LOOP
    number := number * 128063081718016 + ((get_byte(digits, i) - 32) * 2207984167552
      + (get_byte(digits, i + 1) - 32) * 38068692544 + (get_byte(digits, i + 2) - 32) * 656356768::bigint
      + (get_byte(digits, i + 3) - 32) * 11316496::bigint + (get_byte(digits, i + 4) - 32) * 195112
      + (get_byte(digits, i + 5) - 32) * 3364 + (get_byte(digits, i + 6) - 32) * 58 + get_byte(digits, i + 7) - 32);
  END LOOP;
  FOR i IN 1..5 LOOP
    bytes := substr(int8send(mod(number, 72057594037927936)::bigint), 2) || bytes;
    number := div(number, 72057594037927936);
  END LOOP;
  RETURN decode(repeat('00', length(encoded) - length(ltrim(encoded, '1'))), 'hex') || ltrim(bytes, '\x00');
END $$;
COMMENT ON FUNCTION base58_bytes IS 'For address_key: the bytes of at most 40 characters of base 58.';

CREATE FUNCTION address_text(address_key bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hrp text := {{hrp}};
  cash_prefix text := {{cash_prefix}};
  bytes integer := length(address_key);
  kind integer := CASE WHEN bytes > 0 THEN get_byte(address_key, 0) END;
  digits bytea;
BEGIN
  IF cash_prefix IS NOT NULL THEN
    IF kind <= 1 AND bytes = 21 OR kind = 2 AND bytes = 33 THEN
      -- The type of the address times eight, plus three for a hash of 32 bytes.
      digits := {{chain}}.base32_digits(set_byte(address_key, 0, (ARRAY[0, 8, 11])[kind + 1]));
      digits := digits || {{chain}}.base32_digits(substr(int8send({{chain}}.base32_remainder({{chain}}.base32_expand(cash_prefix, true) || digits || '        ', true) # 1), 4));
      RETURN cash_prefix || ':' || {{chain}}.base32_text(digits);
    END IF;
  ELSIF kind <= 1 AND bytes = 21 THEN
    digits := CASE kind WHEN 0 THEN ({{p2pkh_versions}})[1] ELSE ({{p2sh_versions}})[1] END || substr(address_key, 2);
    RETURN {{chain}}.base58_text(digits || substr(sha256(sha256(digits)), 1, 4));
  ELSIF hrp IS NOT NULL AND kind BETWEEN 16 AND 32 AND bytes BETWEEN 3 AND 41 AND (kind > 16 OR bytes IN (21, 33))
    AND NOT ({{mweb_hrp}} IS NOT NULL AND kind IN (24, 25) AND bytes = 33) THEN
    digits := set_byte('\x00', 0, kind + 16) || {{chain}}.base32_digits(substr(address_key, 2));
    digits := digits || substr({{chain}}.base32_digits(substr(int8send(({{chain}}.base32_remainder(
      {{chain}}.base32_expand(hrp, false) || digits || '      ', false)
      # CASE kind WHEN 16 THEN 1 ELSE 734539939 END) << 10), 4)), 1, 6);
    RETURN hrp || '1' || {{chain}}.base32_text(digits);
  END IF;
  RAISE invalid_parameter_value USING MESSAGE = 'this is no key of an address of ' || {{title}};
END $$;
COMMENT ON FUNCTION address_text IS 'The canonical address, as the API writes it; on EVM chains in lower case.';

CREATE FUNCTION segwit_key(data text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- Witness version 0 has the checksum of bech32, later ones that of bech32m (BIP350).
  digits bytea := {{chain}}.base32_read({{hrp}}, data, CASE WHEN starts_with(data, 'q') THEN 1 ELSE 734539939 END, false);
  version integer := CASE WHEN digits <> '' THEN get_byte(digits, 0) - 32 END;
  program bytea := {{chain}}.base32_bytes(substr(digits, 2));
BEGIN
  IF digits IS NULL THEN
    RETURN NULL;
  ELSIF version IS NULL OR version > 16 THEN
    RETURN {{chain}}.refuse_address('the address has no witness version from 0 to 16');
  ELSIF program IS NULL THEN
    RETURN {{chain}}.refuse_address('the address ends in padding that is not allowed (BIP173)');
  ELSIF length(program) NOT BETWEEN 2 AND 40 OR version = 0 AND length(program) NOT IN (20, 32) THEN
    RETURN {{chain}}.refuse_address(format('a witness program of version %s does not have %s bytes', version, length(program)));
  ELSIF {{mweb_hrp}} IS NOT NULL AND version IN (8, 9) AND length(program) = 32 THEN
    RETURN {{chain}}.refuse_address(format('witness version %s is MWEB''s own and is paid by no address', version));
  END IF;
  RETURN set_byte('\x00', 0, 16 + version) || program;
END $$;
COMMENT ON FUNCTION segwit_key IS 'For address_key: what follows the human-readable part and its 1, in lower case. NULL where the checksum is wrong.';

CREATE FUNCTION cash_key(data text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  digits bytea := {{chain}}.base32_read({{cash_prefix}}, data, 1, true);
  bytes bytea := {{chain}}.base32_bytes(digits);
  hash bytea := substr(bytes, 2);
  version integer := CASE WHEN bytes <> '' THEN get_byte(bytes, 0) END;
BEGIN
  IF digits IS NULL THEN
    RETURN {{chain}}.refuse_address('the checksum is wrong: the address has a typing mistake, or the prefix of another chain');
  ELSIF bytes IS NULL THEN
    RETURN {{chain}}.refuse_address('the address ends in padding that is not allowed');
  -- The types of token-aware wallets (CashTokens) are higher by two, hence sixteen here: the script is the same.
  ELSIF length(hash) = 20 AND version IN (0, 16) THEN
    RETURN '\x00'::bytea || hash;
  ELSIF length(hash) = 20 AND version IN (8, 24) THEN
    RETURN '\x01'::bytea || hash;
  ELSIF length(hash) = 32 AND version IN (11, 27) THEN
    RETURN '\x02'::bytea || hash;
  END IF;
  RETURN {{chain}}.refuse_address(format('no script is meant by version %s with %s bytes', version, length(hash)));
END $$;
COMMENT ON FUNCTION cash_key IS 'For address_key: a CashAddr in lower case without its prefix.';

CREATE FUNCTION zcash_key(hrp text, data text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  digits bytea;
  bytes bytea;
BEGIN
  IF hrp = ANY ({{sapling_hrps}}) THEN
    RETURN {{chain}}.refuse_address('this is a Sapling address: the chain does not show what shielded addresses receive or spend');
  END IF;
  digits := {{chain}}.base32_read(hrp, data, 734539939, false);
  bytes := {{chain}}.base32_bytes(digits);
  IF digits IS NULL THEN
    RETURN {{chain}}.refuse_address('the checksum is wrong: the address has a typing mistake');
  ELSIF bytes IS NULL THEN
    RETURN {{chain}}.refuse_address('the address ends in padding that is not allowed');
  ELSIF length(bytes) <> 20 THEN
    RETURN {{chain}}.refuse_address('a TEX address holds 20 bytes');
  END IF;
  RETURN '\x00'::bytea || bytes;
END $$;
COMMENT ON FUNCTION zcash_key IS 'For address_key: an address of Zcash''s that begins like bech32, in lower case: TEX (ZIP 320).';

CREATE FUNCTION base58_key(typed text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  version_bytes integer := length(({{p2pkh_versions}})[1]);
  bytes bytea := CASE WHEN length(typed) <= 40 AND translate(typed, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', '') = ''
    THEN {{chain}}.base58_bytes(typed) END;
  payload bytea := substr(bytes, 1, version_bytes + 20);
  version bytea := substr(bytes, 1, version_bytes);
BEGIN
  IF length(bytes) <> version_bytes + 24 OR substr(bytes, version_bytes + 21) <> substr(sha256(sha256(payload)), 1, 4) THEN
    RETURN NULL;
  ELSIF version = ANY ({{p2pkh_versions}}) THEN
    RETURN '\x00'::bytea || substr(payload, version_bytes + 1);
  ELSIF version = ANY ({{p2sh_versions}}) THEN
    RETURN '\x01'::bytea || substr(payload, version_bytes + 1);
  ELSIF bytes IS NOT NULL THEN
    RETURN {{chain}}.refuse_address(format('this is an address of another chain or network (version %s)', encode(version, 'hex')));
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION base58_key IS 'For address_key: an address in base58check. NULL where its characters, its length or its checksum are wrong.';

CREATE FUNCTION address_problem(typed text, lowered text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  is_mixed boolean := typed NOT IN (lowered, upper(typed COLLATE "C"));
  prefix text := substring(lowered FROM '^([a-z]{1,20})1[02-9a-z]*$');
  data text := substr(lowered, length(prefix) + 2);
  strange text := substring(typed FROM '[0OIl]');
BEGIN
  IF prefix = {{hrp}} AND is_mixed THEN
    RETURN 'a bech32 address is all lower case or all upper case, never mixed';
  ELSIF prefix = {{hrp}} THEN
    RETURN 'the checksum is wrong: the address has a typing mistake, or its witness version needs a bech32m checksum (BIP350)';
  ELSIF prefix = {{mweb_hrp}} THEN
    RETURN 'MWEB addresses are shielded: the chain does not show what they receive or spend';
  ELSIF NOT is_mixed AND ({{chain}}.base32_read(prefix, data, 1, false) IS NOT NULL OR {{chain}}.base32_read(prefix, data, 734539939, false) IS NOT NULL) THEN
    RETURN format('this is an address of another chain or network (prefix “%s”)', prefix);
  ELSIF lowered ~ '^0x[0-9a-f]{40}$' THEN
    RETURN 'this is an address of Ethereum or of a chain like it';
  ELSIF lowered ~ '^[0-9a-f]{64}$' THEN
    RETURN 'this is the hash of a transaction or a block, or a key, not an address';
  END IF;
  RETURN CASE WHEN strange IS NULL THEN 'the length or the checksum is wrong: the address has a typing mistake or is not whole'
      ELSE format('character %s (“%s”) does not occur in addresses', strpos(typed, strange), strange) END
    || CASE WHEN is_mixed THEN '' ELSE '. Capitals count in base58: write the address as it was given to you' END;
END $$;
COMMENT ON FUNCTION address_problem IS 'For address_key: what is wrong with letters and digits that are no address of this chain.';

CREATE FUNCTION address_key(address text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Letters from a to z alone change their case, whatever the database's language.
  typed text COLLATE "C" := address;
  lowered text COLLATE "C" := lower(typed);
  is_mixed boolean := typed NOT IN (lowered, upper(typed));
  has_cash_prefix boolean := coalesce(starts_with(lowered, {{cash_prefix}} || ':'), false);
  data text COLLATE "C" := CASE WHEN has_cash_prefix THEN substr(lowered, length({{cash_prefix}}) + 2) ELSE lowered END;
  prefix text := substring(lowered FROM '^([a-z]{1,20})1');
  is_zcash boolean := prefix = ANY ({{tex_hrps}} || {{sapling_hrps}});
  strange text := substring(data FROM '[^0-9a-z]');
  key bytea;
BEGIN
  IF typed = '' THEN
    RETURN {{chain}}.refuse_address('the address is empty');
  ELSIF prefix = ANY ({{unified_hrps}}) THEN
    RETURN {{chain}}.refuse_address('npx chaintrail key {{chain}} reads unified addresses, which SQL does not, and prints the key of the transparent receiver');
  ELSIF length(typed) > 120 THEN
    RETURN {{chain}}.refuse_address(length(typed) || ' characters are more than any address has');
  ELSIF strange = ':' THEN
    RETURN {{chain}}.refuse_address('this starts like a payment link or an address of another chain: of a link, leave the prefix up to the colon out');
  ELSIF strange = '?' THEN
    RETURN {{chain}}.refuse_address('this is a payment link: leave the question mark and all that follows out');
  ELSIF strange IS NOT NULL THEN
    RETURN {{chain}}.refuse_address(format('character %s is neither a digit nor a letter from a to z', length(typed) - length(data) + strpos(data, strange)));
  ELSIF is_mixed AND (has_cash_prefix OR is_zcash) THEN
    RETURN {{chain}}.refuse_address('such an address is all lower case or all upper case, never mixed');
  ELSIF has_cash_prefix THEN
    RETURN {{chain}}.cash_key(data);
  ELSIF is_zcash THEN
    RETURN {{chain}}.zcash_key(prefix, substr(lowered, length(prefix) + 2));
  END IF;
  IF prefix = {{hrp}} AND NOT is_mixed THEN
    key := {{chain}}.segwit_key(substr(lowered, length(prefix) + 2));
  END IF;
  key := coalesce(key, {{chain}}.base58_key(typed));
  IF key IS NOT NULL THEN
    RETURN key;
  ELSIF {{cash_prefix}} IS NOT NULL AND lowered ~ '^[qpzr]' AND NOT is_mixed THEN
    RETURN {{chain}}.cash_key(lowered);
  END IF;
  RETURN {{chain}}.refuse_address({{chain}}.address_problem(typed, lowered));
END $$;
COMMENT ON FUNCTION address_key IS 'The key of an address, constant for a query, so an index finds it; an error for other text. `npx chaintrail key` prints it for more forms.';
