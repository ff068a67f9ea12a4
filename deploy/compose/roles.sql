-- The roles and the database of docs/guides/database.md, by psql as a superuser. Run again, it only sets the passwords.
\set ON_ERROR_STOP on
\set owner_password `cat "${SECRETS:-/run/secrets}/purser_owner_password"`
\set service_password `cat "${SECRETS:-/run/secrets}/purser_service_password"`

select 'create role purser_owner login' where not exists (select from pg_roles where rolname = 'purser_owner') \gexec
select 'create role purser_service login' where not exists (select from pg_roles where rolname = 'purser_service') \gexec
alter role purser_owner password :'owner_password';
alter role purser_service password :'service_password';
select 'create database purser owner purser_owner' where not exists (select from pg_database where datname = 'purser') \gexec
revoke all on database purser from public;
grant connect on database purser to purser_service;

\connect purser
set role purser_owner;
revoke all on schema public from public;
grant usage on schema public to purser_service;
alter default privileges in schema public grant select, insert, update, delete on tables to purser_service;
grant select, insert, update, delete on all tables in schema public to purser_service;
