#!/bin/sh
# Runs once in PostgreSQL's container, on an empty volume: the login of the services owns its database and is no
# superuser; the superuser has no password, so that it exists inside the container alone.
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE adcoin_app NOLOGIN;
CREATE ROLE adcoin LOGIN PASSWORD :'password';
GRANT adcoin_app TO adcoin;
CREATE DATABASE adcoin OWNER adcoin;
ALTER ROLE postgres PASSWORD NULL;
SQL
