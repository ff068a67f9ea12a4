/**
 * What the person at the shell asked for cannot be done: a setting, the data directory, a word of the command or the
 * machine is at fault, not the code. The message is all they see; the command exits 2 (contract, section 1).
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
