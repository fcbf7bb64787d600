-- Run once by docker-compose.yml, by the superuser, in the database that it has made. It can be run by hand on a server
-- of one's own, in a database `chaintrail`, without the lines about passwords.
--
-- chaintrail owns the database and is no superuser: migrate and indexer log in with it. chaintrail_web is the login of
-- the API. `migrate` gives the groups their rights; an analyst is ALTER ROLE chaintrail_analyst LOGIN PASSWORD '…', and
-- a further reader CREATE ROLE name LOGIN PASSWORD '…' IN ROLE chaintrail_read.
\set owner_password `cat /run/secrets/postgres_password`
\set api_password `cat /run/secrets/postgres_api_password`
CREATE ROLE chaintrail LOGIN PASSWORD :'owner_password' IN ROLE pg_monitor;
CREATE ROLE chaintrail_read NOLOGIN;
CREATE ROLE chaintrail_api NOLOGIN;
CREATE ROLE chaintrail_analyst NOLOGIN IN ROLE chaintrail_read;
ALTER ROLE chaintrail_analyst SET statement_timeout = '10min';
CREATE SCHEMA mine AUTHORIZATION chaintrail;
GRANT USAGE, CREATE ON SCHEMA mine TO chaintrail_analyst;
CREATE ROLE chaintrail_web LOGIN PASSWORD :'api_password' IN ROLE chaintrail_api;

ALTER DATABASE chaintrail OWNER TO chaintrail;
REVOKE CONNECT, TEMPORARY ON DATABASE chaintrail FROM PUBLIC;
GRANT CONNECT ON DATABASE chaintrail TO chaintrail_read, chaintrail_api;
REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC;

-- Who only reads makes no large objects, and takes no advisory lock, by which indexers own chains.
DO $$
DECLARE
  item regprocedure;
BEGIN
  FOR item IN SELECT oid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
    AND proname ~ '^(pg_(try_)?advisory_|lo_|lowrite|loread)' AND has_function_privilege('public', oid, 'execute')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', item);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO chaintrail', item);
  END LOOP;
END $$;

-- Without a password nobody logs in as the superuser over the network.
ALTER ROLE postgres PASSWORD NULL;
