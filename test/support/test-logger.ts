import { createLogger } from '../../src/app/telemetry/logger.ts'

/** The log of a service in a test. It goes through the console, of which the reporter shows what belongs to a test that failed. */
export const testLogger = createLogger('error', { write: (line) => console.error(line.trimEnd()) })
