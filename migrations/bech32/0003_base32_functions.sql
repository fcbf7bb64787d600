-- Digits of five bits, their text and their checksums: bech32, and CashAddr, which is made alike. For functions of addresses.
--
-- Digits are held as bytes of 32 plus the digit: all are ASCII other than the backslash, so encode(…, 'escape') and
-- translate() make text of them, and the lowest five bits are the digit. Functions run under the search_path of their caller.

CREATE FUNCTION base32_digits(bytes bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  padded bytea := bytes || '\x00000000';
  digits bytea := '';
  chunk bigint;
BEGIN
  FOR i IN 1..length(bytes) BY 5 LOOP
    chunk := ('x' || encode(substr(padded, i, 5), 'hex'))::bit(40)::bigint;
    digits := digits || int8send(2314885530818453536 + (chunk >> 35 << 56) + (chunk >> 30 & 31 << 48) + (chunk >> 25 & 31 << 40)
      + (chunk >> 20 & 31 << 32) + (chunk >> 15 & 31 << 24) + (chunk >> 10 & 31 << 16) + (chunk >> 5 & 31 << 8) + (chunk & 31));
  END LOOP;
  RETURN substr(digits, 1, (8 * length(bytes) + 4) / 5);
END $$;
COMMENT ON FUNCTION base32_digits IS 'For address_text: bytes as digits of five bits, the last filled up with zeros.';

CREATE FUNCTION base32_bytes(digits bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  padded bytea := digits || '       ';
  bytes bytea := '';
  whole integer := 5 * length(digits) / 8;
BEGIN
  FOR i IN 0..length(digits) - 1 BY 8 LOOP
    bytes := bytes || substr(int8send(((get_byte(padded, i) & 31)::bigint << 35) + ((get_byte(padded, i + 1) & 31)::bigint << 30)
      + ((get_byte(padded, i + 2) & 31) << 25) + ((get_byte(padded, i + 3) & 31) << 20) + ((get_byte(padded, i + 4) & 31) << 15)
      + ((get_byte(padded, i + 5) & 31) << 10) + ((get_byte(padded, i + 6) & 31) << 5) + (get_byte(padded, i + 7) & 31)), 4);
  END LOOP;
  RETURN CASE WHEN 5 * length(digits) % 8 < 5 AND ltrim(substr(bytes, whole + 1), '\x00') = '' THEN substr(bytes, 1, whole) END;
END $$;
COMMENT ON FUNCTION base32_bytes IS 'For address_key: takes base32_digits back. NULL where more than four bits are left over, or one that is not zero (BIP173).';

CREATE FUNCTION base32_text(digits bytea) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN translate(encode(digits, 'escape'), ' !"#$%&''()*+,-./0123456789:;<=>?', 'qpzry9x8gf2tvdw0s3jn54khce6mua7l');
COMMENT ON FUNCTION base32_text IS 'For address_text: digits as the characters of bech32, which CashAddr has too.';

CREATE FUNCTION base32_expand(prefix text, long boolean) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN decode(CASE WHEN long THEN '' ELSE repeat('#', length(prefix)) || ' ' END || prefix || CASE WHEN long THEN ' ' ELSE '' END, 'escape');
COMMENT ON FUNCTION base32_expand IS 'For address_key and address_text: the digits of a prefix in lower-case letters that a checksum covers: the high bits (3), 0 and the low bits for bech32; the low bits and 0 for CashAddr (long).';

CREATE FUNCTION base32_remainder(digits bytea, long boolean) RETURNS bigint LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  -- The sums of the five generators of BIP173, or of those of CashAddr: what the digit that leaves at the top adds.
  steps bigint[] := CASE WHEN long THEN '{0,656907472481,522768456162,967538972547,1044723512260,462998945189,595007253030,79382357063,748107326120,235620756681,925997890378,341105636651,399716405612,849904983821,157430696078,808882357999,130178868336,578713250321,446545427858,1095394063347,1019804932020,504719530453,638984506966,52425474103,757556840152,174270482617,866887507770,348500070747,289368683804,943501032317,253014715646,696227635871}'
    ELSE '{0,996825010,642813549,490396127,513874426,634080840,955357079,60538917,1027748829,103310447,454213040,544795138,602090023,411663765,95659082,1054471160,705979059,293483777,205843678,925809516,884308809,266284283,317060388,697279126,391532910,742131420,822533891,174885041,167200916,849157926,799524601,349016395}'::bigint[] END;
  top integer := CASE WHEN long THEN 35 ELSE 25 END;
  rest bigint := (1::bigint << top) - 1;
  remainder bigint := 1;
BEGIN
  FOR i IN 0..length(digits) - 1 LOOP
    remainder := ((remainder & rest) << 5) # (get_byte(digits, i) & 31) # steps[(remainder >> top)::integer + 1];
  END LOOP;
  RETURN remainder;
END $$;
COMMENT ON FUNCTION base32_remainder IS 'For address_key and address_text: the remainder that the checksum of bech32 (30 bits), or of CashAddr (long, 40 bits), is made of.';

CREATE FUNCTION base32_read(prefix text, data text, remainder bigint, long boolean) RETURNS bytea LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  checksum_digits integer := CASE WHEN long THEN 8 ELSE 6 END;
  digits bytea;
BEGIN
  IF translate(data, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l', '') <> '' OR length(data) < checksum_digits THEN
    RETURN NULL;
  END IF;
  digits := decode(translate(data, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l', ' !"#$%&''()*+,-./0123456789:;<=>?'), 'escape');
  IF {{chain}}.base32_remainder({{chain}}.base32_expand(prefix, long) || digits, long) = remainder THEN
    RETURN substr(digits, 1, length(digits) - checksum_digits);
  END IF;
  RETURN NULL;
END $$;
COMMENT ON FUNCTION base32_read IS 'For address_key: the digits before the checksum of bech32 (remainder 1), bech32m (734539939) or CashAddr (1, long), in lower case. NULL where it is wrong.';
