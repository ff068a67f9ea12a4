/**
 * Purser cannot start as it was asked to: a setting, the data directory or the machine is at fault, not the code.
 * The message is for the person at the shell; the command exits 2 (contract, section 1).
 */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError'
}
