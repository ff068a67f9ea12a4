import { createLogger } from '../../src/app/telemetry/logger.ts'

/** The log of a service in a test. It is written to the console, of which the reporter prints only the lines of failed tests. */
export const testLogger = createLogger('error', { write: (line) => console.error(line.trimEnd()) })
