/**
 * The error of a command or a start that a setting, the data directory, an argument or the machine is to blame for, not the code. The
 * error's message is all that the person at the shell sees, and the command exits with code 2 (contract, section 1).
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
