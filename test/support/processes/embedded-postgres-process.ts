import { OperatorError } from '../../../src/app/operator-error.ts'
import { startEmbeddedPostgres } from '../../../src/app/postgres/embedded-postgres.ts'

/**
 * A process with an embedded PostgreSQL, for the tests of the launcher. It prints one JSON line with the connection, and stops on SIGTERM.
 * Argument: the data directory.
 */
const dataDirectory = process.argv[2] as string
try {
  const server = await startEmbeddedPostgres({ dataDirectory, durable: true, onLine: (line) => console.error(line) })
  process.once('SIGTERM', () => void server.stop()) // handled before the line that lets the test send it
  console.log(JSON.stringify(server.connection))
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
