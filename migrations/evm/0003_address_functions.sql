-- Addresses of account chains as text and as keys, for analysts. The parameters of the chain and network are put in when this
-- runs. Everything that a function needs lies in the chain's schema or in pg_catalog, so a role needs rights on this schema alone.
-- A fixed search_path makes results independent of the caller's.

CREATE FUNCTION refuse_address(what text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE invalid_parameter_value USING MESSAGE = what || '; expected an address of ' || {{title}} || ' such as ' || {{address_example}};
END $$;
COMMENT ON FUNCTION refuse_address IS 'For address_key: raises what is wrong and what was expected. Never repeats what was typed: it may be a private key pasted by mistake.';

-- Every lane is a variable and every step a statement: 0.13 ms. Arrays took 1.8 times as long, a recursive query 1.6 times.
-- Source: FIPS 202, with Keccak's own padding (0x01).
CREATE FUNCTION keccak_of_40(digits text) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- Lanes are little-endian.
  reversed text := reverse(digits);
  a0 bigint := ('x' || encode(decode(substr(reversed, 33, 8), 'escape'), 'hex'))::bit(64)::bigint;
  a1 bigint := ('x' || encode(decode(substr(reversed, 25, 8), 'escape'), 'hex'))::bit(64)::bigint;
  a2 bigint := ('x' || encode(decode(substr(reversed, 17, 8), 'escape'), 'hex'))::bit(64)::bigint;
  a3 bigint := ('x' || encode(decode(substr(reversed, 9, 8), 'escape'), 'hex'))::bit(64)::bigint;
  a4 bigint := ('x' || encode(decode(substr(reversed, 1, 8), 'escape'), 'hex'))::bit(64)::bigint;
  a5 bigint := 1; a6 bigint := 0; a7 bigint := 0; a8 bigint := 0; a9 bigint := 0;
  a10 bigint := 0; a11 bigint := 0; a12 bigint := 0; a13 bigint := 0; a14 bigint := 0;
  a15 bigint := 0; a16 bigint := -9223372036854775808; a17 bigint := 0; a18 bigint := 0; a19 bigint := 0;
  a20 bigint := 0; a21 bigint := 0; a22 bigint := 0; a23 bigint := 0; a24 bigint := 0;
  b0 bigint; b1 bigint; b2 bigint; b3 bigint; b4 bigint;
  b5 bigint; b6 bigint; b7 bigint; b8 bigint; b9 bigint;
  b10 bigint; b11 bigint; b12 bigint; b13 bigint; b14 bigint;
  b15 bigint; b16 bigint; b17 bigint; b18 bigint; b19 bigint;
  b20 bigint; b21 bigint; b22 bigint; b23 bigint; b24 bigint;
  c0 bigint; c1 bigint; c2 bigint; c3 bigint; c4 bigint;
  d0 bigint; d1 bigint; d2 bigint; d3 bigint; d4 bigint;
  round_constant bigint;
BEGIN
  FOREACH round_constant IN ARRAY '{1,32898,-9223372036854742902,-9223372034707259392,32907,2147483649,-9223372034707259263,-9223372036854743031,
    138,136,2147516425,2147483658,2147516555,-9223372036854775669,-9223372036854742903,-9223372036854743037,
    -9223372036854743038,-9223372036854775680,32778,-9223372034707292150,-9223372034707259263,-9223372036854742912,2147483649,-9223372034707259384}'::bigint[] LOOP
    c0 := a0 # a5 # a10 # a15 # a20;
    c1 := a1 # a6 # a11 # a16 # a21;
    c2 := a2 # a7 # a12 # a17 # a22;
    c3 := a3 # a8 # a13 # a18 # a23;
    c4 := a4 # a9 # a14 # a19 # a24;
    d0 := c4 # (c1 << 1) # ((c1 >> 63) & 1);
    d1 := c0 # (c2 << 1) # ((c2 >> 63) & 1);
    d2 := c1 # (c3 << 1) # ((c3 >> 63) & 1);
    d3 := c2 # (c4 << 1) # ((c4 >> 63) & 1);
    d4 := c3 # (c0 << 1) # ((c0 >> 63) & 1);
    b0 := a0 # d0;
    b1 := ((a6 # d1) << 44) | (((a6 # d1) >> 20) & 17592186044415);
    b2 := ((a12 # d2) << 43) | (((a12 # d2) >> 21) & 8796093022207);
    b3 := ((a18 # d3) << 21) | (((a18 # d3) >> 43) & 2097151);
    b4 := ((a24 # d4) << 14) | (((a24 # d4) >> 50) & 16383);
    b5 := ((a3 # d3) << 28) | (((a3 # d3) >> 36) & 268435455);
    b6 := ((a9 # d4) << 20) | (((a9 # d4) >> 44) & 1048575);
    b7 := ((a10 # d0) << 3) | (((a10 # d0) >> 61) & 7);
    b8 := ((a16 # d1) << 45) | (((a16 # d1) >> 19) & 35184372088831);
    b9 := ((a22 # d2) << 61) | (((a22 # d2) >> 3) & 2305843009213693951);
    b10 := ((a1 # d1) << 1) | (((a1 # d1) >> 63) & 1);
    b11 := ((a7 # d2) << 6) | (((a7 # d2) >> 58) & 63);
    b12 := ((a13 # d3) << 25) | (((a13 # d3) >> 39) & 33554431);
    b13 := ((a19 # d4) << 8) | (((a19 # d4) >> 56) & 255);
    b14 := ((a20 # d0) << 18) | (((a20 # d0) >> 46) & 262143);
    b15 := ((a4 # d4) << 27) | (((a4 # d4) >> 37) & 134217727);
    b16 := ((a5 # d0) << 36) | (((a5 # d0) >> 28) & 68719476735);
    b17 := ((a11 # d1) << 10) | (((a11 # d1) >> 54) & 1023);
    b18 := ((a17 # d2) << 15) | (((a17 # d2) >> 49) & 32767);
    b19 := ((a23 # d3) << 56) | (((a23 # d3) >> 8) & 72057594037927935);
    b20 := ((a2 # d2) << 62) | (((a2 # d2) >> 2) & 4611686018427387903);
    b21 := ((a8 # d3) << 55) | (((a8 # d3) >> 9) & 36028797018963967);
    b22 := ((a14 # d4) << 39) | (((a14 # d4) >> 25) & 549755813887);
    b23 := ((a15 # d0) << 41) | (((a15 # d0) >> 23) & 2199023255551);
    b24 := ((a21 # d1) << 2) | (((a21 # d1) >> 62) & 3);
    a0 := b0 # (~b1 & b2) # round_constant;
    a1 := b1 # (~b2 & b3);
    a2 := b2 # (~b3 & b4);
    a3 := b3 # (~b4 & b0);
    a4 := b4 # (~b0 & b1);
    a5 := b5 # (~b6 & b7);
    a6 := b6 # (~b7 & b8);
    a7 := b7 # (~b8 & b9);
    a8 := b8 # (~b9 & b5);
    a9 := b9 # (~b5 & b6);
    a10 := b10 # (~b11 & b12);
    a11 := b11 # (~b12 & b13);
    a12 := b12 # (~b13 & b14);
    a13 := b13 # (~b14 & b10);
    a14 := b14 # (~b10 & b11);
    a15 := b15 # (~b16 & b17);
    a16 := b16 # (~b17 & b18);
    a17 := b17 # (~b18 & b19);
    a18 := b18 # (~b19 & b15);
    a19 := b19 # (~b15 & b16);
    a20 := b20 # (~b21 & b22);
    a21 := b21 # (~b22 & b23);
    a22 := b22 # (~b23 & b24);
    a23 := b23 # (~b24 & b20);
    a24 := b24 # (~b20 & b21);
  END LOOP;
  RETURN ARRAY[a0, a1, a2];
END $$;
COMMENT ON FUNCTION keccak_of_40 IS 'For checksum_address: the first 24 bytes of the keccak256 of 40 bytes, as three little-endian numbers.';

CREATE FUNCTION checksum_address(address_key bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digits text := encode(address_key, 'hex');
  hash bigint[];
  half bigint;
  characters bigint;
  answer bytea := '0x';
BEGIN
  IF length(address_key) <> 20 THEN
    RAISE invalid_parameter_value USING MESSAGE = 'this is no key of an address of ' || {{title}};
  END IF;
  hash := {{chain}}.keccak_of_40(digits);
  -- A letter (bit 6 of its byte) becomes a capital (without bit 5) where the same digit of the hash is 8 or more.
  FOR i IN 0..4 LOOP
    half := hash[i / 2 + 1] >> 32 * (i % 2);
    characters := ('x' || encode(decode(substr(digits, 8 * i + 1, 8), 'escape'), 'hex'))::bit(64)::bigint;
    characters := characters & ~((characters & 4629771061636907072) >> 1
      & (((half >> 7 & 1) << 61) + ((half >> 3 & 1) << 53) + ((half >> 15 & 1) << 45) + ((half >> 11 & 1) << 37)
      + ((half >> 23 & 1) << 29) + ((half >> 19 & 1) << 21) + ((half >> 31 & 1) << 13) + ((half >> 27 & 1) << 5)));
    answer := answer || int8send(characters);
  END LOOP;
  RETURN encode(answer, 'escape');
END $$;
COMMENT ON FUNCTION checksum_address IS 'The address of an address_key in the mixed case of EIP-55, as the API writes it. It takes some 0.13 ms, eighty times as long as address_text: for what is shown, not for every row of a chain.';

CREATE FUNCTION address_text(address_key bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 50 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF length(address_key) = 20 THEN
    RETURN '0x' || encode(address_key, 'hex');
  END IF;
  RAISE invalid_parameter_value USING MESSAGE = 'this is no key of an address of ' || {{title}};
END $$;
COMMENT ON FUNCTION address_text IS 'The address of an address_key in lower case: checksum_address, which the API writes, takes eighty times as long. The API and address_key take either.';

CREATE FUNCTION icap_key(upper_case text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  -- For the check digits (ISO 13616) the first four characters go to the end, and letters are the numbers from 10 to 35.
  characters text := substr(upper_case, 5) || left(upper_case, 4);
  number numeric := 0;
  remainder integer := 0;
  value integer;
  bytes bytea := '';
BEGIN
  FOR i IN 1..length(characters) LOOP
    value := strpos('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', substr(characters, i, 1)) - 1;
    remainder := (remainder * CASE WHEN value < 10 THEN 10 ELSE 100 END + value) % 97;
    IF i <= length(characters) - 4 THEN
      number := number * 36 + value;
    END IF;
  END LOOP;
  IF remainder <> 1 THEN
    RETURN {{chain}}.refuse_address('the check digits are wrong: the address has a typing mistake');
  END IF;
  FOR i IN 1..3 LOOP
    bytes := substr(int8send(mod(number, 72057594037927936)::bigint), 2) || bytes;
    number := div(number, 72057594037927936);
  END LOOP;
  IF number > 0 OR get_byte(bytes, 0) > 0 THEN
    RETURN {{chain}}.refuse_address('this ICAP number is larger than any address');
  END IF;
  RETURN substr(bytes, 2);
END $$;
COMMENT ON FUNCTION icap_key IS 'For address_key: an address in the form of ICAP, in upper case.';

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
    IF digits IN (lower(digits), upper(digits)) OR {{chain}}.checksum_address(decode(digits, 'hex')) = '0x' || digits THEN
      RETURN decode(digits, 'hex');
    END IF;
    RETURN {{chain}}.refuse_address('the checksum in its mixed case (EIP-55) is wrong: the address has a typing mistake; where you are sure of it, write it in lower case');
  ELSIF upper(typed) ~ '^XE[0-9]{2}[0-9A-Z]{30,31}$' THEN
    RETURN {{chain}}.icap_key(upper(typed));
  END IF;
  RETURN {{chain}}.refuse_address(CASE
    WHEN typed = '' THEN 'the address is empty'
    WHEN upper(typed) ~ '^XE[0-9]{2}[A-Z]{3}[0-9A-Z]{13}$' THEN 'this ICAP number names an account of an institution, not an address'
    WHEN digits ~ '^[0-9a-fA-F]{64}$' THEN 'this is the hash of a transaction or a block, or a key, not an address'
    WHEN {{chain}}.foreign_address(typed) IS NOT NULL THEN {{chain}}.foreign_address(typed)
    WHEN typed ~ '^[A-Za-z]+:' THEN 'this starts like a payment link: leave the prefix up to the colon, and what follows the address, out'
    WHEN strpos(typed, '.') > 0 THEN 'names are not resolved: use the address that the name stands for'
    WHEN digits ~ '^[0-9a-fA-F]*$' THEN format('an address has 40 hexadecimal digits, not %s', length(digits))
    ELSE format('character %s is no hexadecimal digit', length(typed) - length(digits) + strpos(digits, substring(digits FROM '[^0-9a-fA-F]')))
  END);
END $$;
COMMENT ON FUNCTION address_key IS 'The key of an address in any form that the API takes, to be compared with columns such as address_key: constant for a query, so an index finds it. An error says what is wrong with other text.';
