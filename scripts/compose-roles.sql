-- Run once by docker-compose.yml, when its database is made: the login of the API, which may read what it answers with and no more.
-- `migrate` gives the two groups their rights; for an analyst: CREATE ROLE name LOGIN PASSWORD '…' IN ROLE chaintrail_read.
\set password `cat /run/secrets/postgres_api_password`
CREATE ROLE chaintrail_read NOLOGIN;
CREATE ROLE chaintrail_api NOLOGIN;
CREATE ROLE chaintrail_web LOGIN PASSWORD :'password' IN ROLE chaintrail_api;
