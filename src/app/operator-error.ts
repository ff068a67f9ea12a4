/**
 * The error of a command or a start that fails through no fault of the code: a setting, the data directory, an argument or the machine is
 * at fault. The error's message is all that the person at the shell sees, and the command exits with code 2 (contract, section 1).
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
