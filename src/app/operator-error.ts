/**
 * Says why the person at the shell cannot have what they asked for: a setting, the data directory, an argument of the command or the
 * machine is at fault, not the code. The error's message is all that the person sees, and the command exits with code 2 (contract, section
 * 1).
 */
export class OperatorError extends Error {
  override name = 'OperatorError'
}
