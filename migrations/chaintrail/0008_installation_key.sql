-- A secret of the installation, made once. Whoever reads this database may check what others who read it have signed:
-- every API process, also on replicas.

CREATE TABLE installation_key (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  key      bytea NOT NULL CHECK (length(key) = 32)
);
COMMENT ON TABLE installation_key IS 'The secret that the API signs ids of events with. Nobody but the API reads it.';
COMMENT ON COLUMN installation_key.only_row IS 'Always true: there is one row.';
COMMENT ON COLUMN installation_key.key IS '32 random bytes.';

-- Each UUID has 122 bits of the server's strong random numbers.
INSERT INTO installation_key (key)
SELECT sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) FROM generate_series(1, 4);
