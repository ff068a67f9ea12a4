import { OperatorError } from '../operator-error.ts'

/** Variables of libpq that count where `DATABASE_URL` has no password, as for every other program. */
const PASSWORDS: ReadonlySet<string> = new Set(['PGPASSWORD', 'PGPASSFILE'])

/**
 * Removes from the environment the variables of libpq, such as `PGHOST`, `PGOPTIONS` and `PGSSLMODE`: a shell has them for other programs,
 * and the PostgreSQL driver would read them. `DATABASE_URL` alone says which database it is and how it is reached; the embedded database
 * has no TLS, whatever `PGSSLMODE` demands.
 */
export function dropPostgresVariables(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(env)) if (/^PG[A-Z]+$/.test(name) && !PASSWORDS.has(name)) delete env[name]
}

/** Refuses to serve where Node checks no certificate: those of issuers, providers, receivers and the database would all be believed. */
export function assertCertificatesChecked(env: NodeJS.ProcessEnv): void {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return
  throw new OperatorError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 switches off the check of every certificate. Unset it, and name your own authority with NODE_EXTRA_CA_CERTS.',
  )
}
