-- Zcash's unified addresses (ZIP 316), for address_key. Chains without them have these functions and never call them.

-- BLAKE2b (RFC 7693), which ZIP 316 wants with a personalization: 1 ms a block, and an address has a few of them.
CREATE FUNCTION blake2b(message bytea, personalization bytea, digest_bytes integer) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  low_half CONSTANT bigint := 4294967295;
  iv CONSTANT bigint[] := '{7640891576956012808,-4942790177534073029,4354685564936845355,-6534734903238641935,5840696475078001361,-7276294671716946913,2270897969802886507,6620516959819538809}';
  sigma CONSTANT text[] := '{0123456789abcdef,ea489fd61c02b753,b8c052fdae367194,7931dcbe265a40f8,905724afe1bc683d,2c6a0b834d75fe19,c51fed4a0763928b,db7ec13950f4862a,6fe9b308c2d714a5,a2847615fb9e3cd0,0123456789abcdef,ea489fd61c02b753}';
  blocks integer := greatest(1, (length(message) + 127) / 128);
  padded bytea := message || decode(repeat('00', 128 * blocks - length(message)), 'hex') || personalization;
  words bigint[] := '{}';
  state bigint[] := iv;
  v bigint[];
  word bigint;
  low bigint;
  a bigint;
  b bigint;
  c bigint;
  d bigint;
  x bigint;
  step integer;
  bi integer;
  ci integer;
  di integer;
  digest bytea := '';
BEGIN
  FOR i IN 0..16 * blocks + 1 LOOP
    word := 0;
    FOR k IN REVERSE 7..0 LOOP
      word := (word << 8) | get_byte(padded, 8 * i + k);
    END LOOP;
    words := words || word;
  END LOOP;
  state[1] := state[1] # 16842752 # digest_bytes;
  state[7] := state[7] # words[16 * blocks + 1];
  state[8] := state[8] # words[16 * blocks + 2];
  FOR block IN 0..blocks - 1 LOOP
    v := state || iv;
    v[13] := v[13] # least(length(message), 128 * (block + 1));
    IF block = blocks - 1 THEN
      v[15] := ~v[15];
    END IF;
    FOR round IN 1..12 LOOP
      FOR i IN 0..7 LOOP
        step := i / 4;
        bi := 5 + (i + step) % 4;
        ci := 9 + (i + 2 * step) % 4;
        di := 13 + (i + 3 * step) % 4;
        a := v[i % 4 + 1];
        b := v[bi];
        c := v[ci];
        d := v[di];
        x := words[16 * block + strpos('0123456789abcdef', substr(sigma[round], 2 * i + 1, 1))];
        low := (a & low_half) + (b & low_half) + (x & low_half);
        a := ((((a >> 32) & low_half) + ((b >> 32) & low_half) + ((x >> 32) & low_half) + (low >> 32)) << 32) | (low & low_half);
        d := (((d # a) >> 32) & low_half) | ((d # a) << 32);
        low := (c & low_half) + (d & low_half);
        c := ((((c >> 32) & low_half) + ((d >> 32) & low_half) + (low >> 32)) << 32) | (low & low_half);
        b := (((b # c) >> 24) & 1099511627775) | ((b # c) << 40);
        x := words[16 * block + strpos('0123456789abcdef', substr(sigma[round], 2 * i + 2, 1))];
        low := (a & low_half) + (b & low_half) + (x & low_half);
        a := ((((a >> 32) & low_half) + ((b >> 32) & low_half) + ((x >> 32) & low_half) + (low >> 32)) << 32) | (low & low_half);
        d := (((d # a) >> 16) & 281474976710655) | ((d # a) << 48);
        low := (c & low_half) + (d & low_half);
        c := ((((c >> 32) & low_half) + ((d >> 32) & low_half) + (low >> 32)) << 32) | (low & low_half);
        b := (((b # c) >> 63) & 1) | ((b # c) << 1);
        v[i % 4 + 1] := a;
        v[bi] := b;
        v[ci] := c;
        v[di] := d;
      END LOOP;
    END LOOP;
    FOR i IN 1..8 LOOP
      state[i] := state[i] # v[i] # v[i + 8];
    END LOOP;
  END LOOP;
  FOR i IN 0..digest_bytes - 1 LOOP
    digest := digest || set_byte('\x00', 0, ((state[i / 8 + 1] >> 8 * (i % 8)) & 255)::integer);
  END LOOP;
  RETURN digest;
END $$;
COMMENT ON FUNCTION blake2b IS 'For unified_key: BLAKE2b with a personalization of 16 bytes.';

CREATE FUNCTION unjumble(jumbled bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  short bytea := substr(jumbled, 1, least(64, length(jumbled) / 2));
  long bytea := substr(jumbled, length(short) + 1);
  digest bytea;
  name bytea;
BEGIN
  FOR round IN REVERSE 1..0 LOOP
    digest := {{chain}}.blake2b(long, 'UA_F4Jumble_H'::bytea || set_byte('\x000000', 0, round), length(short));
    FOR i IN 0..length(short) - 1 LOOP
      short := set_byte(short, i, get_byte(short, i) # get_byte(digest, i));
    END LOOP;
    FOR i IN 0..length(long) - 1 LOOP
      IF i % 64 = 0 THEN
        name := 'UA_F4Jumble_G'::bytea || set_byte(set_byte('\x000000', 0, round), 1, i / 64);
        digest := {{chain}}.blake2b(short, name, 64);
      END IF;
      long := set_byte(long, i, get_byte(long, i) # get_byte(digest, i % 64));
    END LOOP;
  END LOOP;
  RETURN short || long;
END $$;
COMMENT ON FUNCTION unjumble IS 'For unified_key: takes back F4Jumble (ZIP 316), in which every byte depends on every other.';

CREATE FUNCTION unified_key(hrp text, jumbled bytea) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  bytes bytea := CASE WHEN length(jumbled) >= 48 THEN {{chain}}.unjumble(jumbled) END;
  finish integer := length(bytes) - 16;
  -- u, utest and uregtest: with a shielded receiver, and without parts that must be understood.
  is_first boolean := hrp ~ '^u(|test|regtest)$';
  place integer := 0;
  types integer[] := '{}';
  fields integer[];
  key bytea;
  width integer;
BEGIN
  IF bytes IS NULL THEN
    RETURN {{chain}}.refuse_address(format('a unified address does not hold %s bytes', length(jumbled)));
  ELSIF substr(bytes, finish + 1) <> decode(rpad(encode(hrp::bytea, 'hex'), 32, '0'), 'hex') THEN
    RETURN {{chain}}.refuse_address('the padding of the unified address is wrong');
  END IF;
  WHILE place < finish LOOP
    -- Type and length, each a compact size of one, three or five bytes.
    fields := '{}';
    FOR i IN 1..2 LOOP
      width := CASE WHEN place >= finish THEN 99 ELSE CASE get_byte(bytes, place) WHEN 253 THEN 3 WHEN 254 THEN 5 WHEN 255 THEN 99 ELSE 1 END END;
      IF place + width > finish OR width = 3 AND get_byte(bytes, place + 2) = 0 AND get_byte(bytes, place + 1) < 253
        OR width = 5 AND (get_byte(bytes, place + 4) > 2 OR get_byte(bytes, place + 4) = 0 AND get_byte(bytes, place + 3) = 0) THEN
        RETURN {{chain}}.refuse_address('the parts of the unified address do not add up');
      END IF;
      fields := fields || CASE width WHEN 1 THEN get_byte(bytes, place)
        WHEN 3 THEN get_byte(bytes, place + 1) + 256 * get_byte(bytes, place + 2)
        ELSE get_byte(bytes, place + 1) + 256 * get_byte(bytes, place + 2) + 65536 * get_byte(bytes, place + 3) + 16777216 * get_byte(bytes, place + 4) END;
      place := place + width;
    END LOOP;
    IF place + fields[2] > finish OR fields[1] > 33554432 THEN
      RETURN {{chain}}.refuse_address('the parts of the unified address do not add up');
    ELSIF fields[1] <= types[array_upper(types, 1)] THEN
      RETURN {{chain}}.refuse_address('the parts of the unified address are not in their order');
    ELSIF fields[2] <> (CASE fields[1] WHEN 0 THEN 20 WHEN 1 THEN 20 WHEN 2 THEN 43 WHEN 3 THEN 43 WHEN 224 THEN 4 WHEN 225 THEN 8 END) THEN
      RETURN {{chain}}.refuse_address(format('part 0x%s of the unified address has %s bytes', to_hex(fields[1]), fields[2]));
    ELSIF fields[1] < 2 THEN
      key := set_byte('\x00', 0, fields[1]) || substr(bytes, place + 1, 20);
    END IF;
    types := types || fields[1];
    place := place + fields[2];
  END LOOP;
  -- Types from 192 to 252 are no receivers; those from 224 must be understood, and the expiries alone (224, 225) are.
  IF types @> '{0,1}' THEN
    RETURN {{chain}}.refuse_address('the unified address has two transparent receivers');
  ELSIF NOT EXISTS (SELECT FROM unnest(types) AS type WHERE type NOT BETWEEN 192 AND 252) THEN
    RETURN {{chain}}.refuse_address('the unified address has no receiver');
  ELSIF starts_with(hrp, 'zu') AND key IS NOT NULL THEN
    RETURN {{chain}}.refuse_address('a unified address of this kind has no transparent receiver');
  ELSIF is_first AND NOT EXISTS (SELECT FROM unnest(types) AS type WHERE type > 1 AND type NOT BETWEEN 192 AND 252) THEN
    RETURN {{chain}}.refuse_address('a unified address of this kind has a shielded receiver');
  ELSIF EXISTS (SELECT FROM unnest(types) AS type WHERE type BETWEEN CASE WHEN is_first THEN 224 ELSE 226 END AND 252) THEN
    RETURN {{chain}}.refuse_address('this unified address has a part that must be understood and is not known here');
  ELSIF key IS NULL THEN
    RETURN {{chain}}.refuse_address('this unified address has no transparent receiver: the chain does not show what shielded addresses receive or spend');
  END IF;
  RETURN key;
END $$;
COMMENT ON FUNCTION unified_key IS 'For address_key: the transparent receiver of a unified address, from the bytes of its bech32m text.';
