/**
 * Who may do what in the cluster. The programs have a role that owns their database and is no superuser: whoever gets
 * hold of it cannot run programs on this machine (COPY … TO PROGRAM), nor read its files.
 */

/** The database, and the role that owns everything in it. */
export const DATABASE = 'chaintrail';
/** For the operator's own work. No program of ours logs in as this one. */
export const SUPERUSER = 'postgres';

/** Roles that `migrate` and the service make: their owner gives them to logins and changes passwords. */
const MADE_ROLES = ['chaintrail_read', 'chaintrail_api', 'chaintrail_web', 'chaintrail_analyst'];

/** Statements of the stand-alone mode, for the database `postgres` of a new cluster. */
export function createStatements(password: string, superuserPassword: string): string {
  return statements([
    `alter role ${SUPERUSER} password '${superuserPassword}'`,
    `create role ${DATABASE} login createrole password '${password}'`,
    `create database ${DATABASE} owner ${DATABASE}`,
  ]);
}

/** For a cluster that is new or taken over. Logins that only read make nothing, and take no lock of an indexer's. */
export function closeStatements(): string {
  return statements([
    `grant pg_monitor to ${DATABASE}`,
    `revoke connect, temporary on database ${DATABASE} from public`,
    'revoke connect on database postgres, template1 from public',
    `do $$
declare
  item regprocedure;
begin
  for item in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
    and proname ~ '^(pg_(try_)?advisory_|lo_|lowrite|loread)' and has_function_privilege('public', oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', item);
    execute format('grant execute on function %s to ${DATABASE}', item);
  end loop;
end $$`,
  ]);
}

/**
 * Statements that take over a cluster whose superuser is called as the database and owns everything: that one gets
 * another name, and a new role all that it owned. One transaction; repeating it changes nothing.
 */
export function takeOverStatements(password: string, superuserPassword: string): string {
  return statements([
    `do $$
declare
  item text;
begin
  if (select rolname from pg_authid where oid = 10) = '${DATABASE}' then
    create role taking_over superuser;
    set session authorization taking_over;
    alter role ${DATABASE} rename to ${SUPERUSER};
    set session authorization ${SUPERUSER};
    drop role taking_over;
    create role ${DATABASE} login createrole password '${password}';
  end if;
  alter role ${SUPERUSER} password '${superuserPassword}';
  alter database ${DATABASE} owner to ${DATABASE};
  for item in
    with own as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
    select format('alter table %s owner to ${DATABASE}', c.oid::regclass) from pg_class c
      where relowner = 10 and relnamespace in (select oid from own) and (relkind in ('r', 'v', 'm', 'p', 'f') or relkind = 'S'
        and not exists (select from pg_depend d where d.objid = c.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i')))
    union all select format('alter routine %s owner to ${DATABASE}', oid::regprocedure) from pg_proc
      where proowner = 10 and pronamespace in (select oid from own)
    union all select format('alter type %s owner to ${DATABASE}', t.oid::regtype) from pg_type t left join pg_class c on c.oid = typrelid
      where typowner = 10 and typnamespace in (select oid from own) and (typtype in ('e', 'd', 'r') or relkind = 'c')
    union all select format('alter operator %s owner to ${DATABASE}', oid::regoperator) from pg_operator
      where oprowner = 10 and oprnamespace in (select oid from own)
    union all select format('alter default privileges for role ${DATABASE} in schema %I grant %s on %s to %I', nspname,
        privilege_type, case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' else 'functions' end, rolname)
      from pg_default_acl join own on own.oid = defaclnamespace, aclexplode(defaclacl) join pg_roles r on r.oid = grantee
      where defaclrole = 10 and defaclobjtype in ('r', 'S', 'f')
    union all select format('alter schema %I owner to ${DATABASE}', nspname) from own join pg_namespace using (oid, nspname)
      where nspowner = 10
    union all select format('grant %I to ${DATABASE} with admin option', rolname) from pg_roles
      where rolname in ('${MADE_ROLES.join("', '")}')
  loop
    execute item;
  end loop;
end $$`,
  ]);
}

/** In stand-alone mode with -j, an empty line ends a statement. */
function statements(list: readonly string[]): string {
  return list.map((statement) => `${statement};\n\n`).join('');
}
