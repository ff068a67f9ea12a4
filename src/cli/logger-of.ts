import type { Settings } from '../app/settings/options.ts'

/**
 * Makes the logger of a command that works on the database itself. Its module is loaded here, because help and commands over the API need
 * none.
 */
export async function commandLogger({ logLevel }: Pick<Settings, 'logLevel'>) {
  const { createLogger } = await import('../app/telemetry/logger.ts')
  return createLogger(logLevel)
}
