/** Sentences for the operator when PostgreSQL cannot be reached or used: one sentence with the remedy. */
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { DatabaseError } from 'pg';

/** @param variable that named the server @returns a sentence with the remedy, no secrets; null: neither is at fault */
export function explainConnectionError(error: unknown, variable = 'DATABASE_URL'): string | null {
  // drizzle puts the statement around the failure.
  const failure = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(failure instanceof Error)) return null;
  return failure instanceof DatabaseError
    ? explainRefusal(failure, variable)
    : (explainSocket(failure, variable) ?? explainClient(failure.message, variable));
}

/** By SQLSTATE (PostgreSQL documentation, appendix A). The server's own words name user and database, no password. */
function explainRefusal({ code, message }: DatabaseError, variable: string): string | null {
  switch (code) {
    case '28P01':
      return `PostgreSQL refuses the login (${message}); correct the user or password in ${variable}.`;
    case '28000':
      return `PostgreSQL refuses the login (${message}); correct ${variable} or let that user in (pg_hba.conf).`;
    case '3D000':
      return `PostgreSQL has no such database (${message}); create it (createdb) or correct ${variable}.`;
    case '22P05':
      return `The encoding of the database lacks a character (${message}); make one of UTF-8 (createdb --encoding=UTF8 --template=template0), and name it in ${variable}.`;
    case '42501':
      // With quotes it is the right to connect.
      if (/for database [^"]/.test(message))
        return `The user in ${variable} may not make schemas there (${message}); make it the owner of the database, or let the role that does run "npx chaintrail migrate <code>" ahead.`;
      return `The user in ${variable} may not do that (${message}); the API needs the role chaintrail_api and no more. The indexer and "npx chaintrail migrate" need the role that owns the chain's schema, or a member of it.`;
    case '42P01':
      return `The database lacks a table (${message}); run "npx chaintrail migrate" of this version, or, where a chain was dropped meanwhile, restart this program.`;
    case '42703':
    case '42704':
    case '42883':
      return `The database lacks a part of this version's schema (${message}); run "npx chaintrail migrate" of this version.`;
    case '25006':
      return `The server in ${variable} is read only (${message}); name the primary, not a replica.`;
    case '08001':
    case '08006':
      return `A worker behind the server in ${variable} does not answer (${message.split('\n')[0]}); start it: the chains on it go on then, the others do now.`;
    case '08P01':
      return `What answers at ${variable} refuses the connection (${message}); connect to PostgreSQL directly, or let the pooler accept startup options (ignore_startup_parameters).`;
    case '53300':
      return `PostgreSQL has no connection left (${message}); raise max_connections or stop other clients.`;
    case '53100':
      return `The disk of PostgreSQL is full (${message}); make room, nothing that was committed is lost.`;
    case '57P01':
    case '57P02':
    case '57P03':
      return `PostgreSQL is starting or stopping (${message}); wait for it, or see its log.`;
    default:
      return null;
  }
}

/** Explains reports of system calls and TLS, by code. */
function explainSocket(error: Error, variable: string): string | null {
  const { code, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  const place = placeOf(error);
  switch (code) {
    case 'ECONNREFUSED':
      return `No PostgreSQL server answers${place}; start it or correct ${variable}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host ${hostname ?? ''} of ${variable} cannot be found; correct ${variable}.`.replace('  ', ' ');
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `The PostgreSQL server${place} cannot be reached (${code}); check the network, its firewall and ${variable}.`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `The connection to PostgreSQL was cut (${code}); see the server's log, and check ${variable}.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_HAS_EXPIRED':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `PostgreSQL's TLS certificate is not trusted (${code}); add sslrootcert=FILE to ${variable}, or correct the certificate.`;
    default:
      return null;
  }
}

/** The client library tells these failures in words only (pg/lib/client.js, pg/lib/connection.js, pg-pool/index.js). */
function explainClient(message: string, variable: string): string | null {
  if (/^timeout expired|connection timeout|timeout exceeded when trying to connect|^Query read timeout/.test(message))
    return `PostgreSQL does not answer in time; check the server's load and log, and ${variable}.`;
  if (/^Connection terminated|connection error and is not queryable/.test(message))
    return `The connection to PostgreSQL was cut; see the server's log, and check ${variable}.`;
  if (/does not support SSL connections/.test(message))
    return `PostgreSQL does not offer TLS; set it up there, or remove sslmode from ${variable}.`;
  if (/^SASL: .*password must be/.test(message))
    return `PostgreSQL asks for a password; write it into ${variable} (postgres://USER:PASSWORD@HOST:PORT/DATABASE).`;
  return null;
}

/** " at host:port" where the error says it; a name with several addresses fails with one error for each. */
function placeOf(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { address, port } = (first ?? {}) as { address?: string; port?: number };
  if (address === undefined || port === undefined) return '';
  return ` at ${address.includes(':') ? `[${address}]` : address}:${port}`;
}
