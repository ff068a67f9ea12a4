import { OperatorError } from '../app/operator-error.ts'

/**
 * The account that `--account` names. Without it, the only account of the database. Throws an OperatorError where the account is not clear.
 */
export function accountOfCommand(
  accounts: readonly { id: string; name: string }[],
  named: string | boolean | undefined,
): string {
  const [only] = accounts
  if (named === undefined && only !== undefined && accounts.length === 1) return only.id
  if (accounts.some(({ id }) => id === named)) return String(named)
  const list = accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  throw new OperatorError(
    accounts.length === 0
      ? 'There is no account yet. purser start creates the first one, purser accounts create <name> another one.'
      : `Which account? Give --account with one of:\n${list}`,
  )
}
