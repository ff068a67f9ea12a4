import type { AccountAdministration } from '../app/administration/administration.ts'
import { OperatorError } from '../app/operator-error.ts'
import type { CommandFlag, CommandInvocation } from './command.ts'
import { commandLogger } from './logger-of.ts'

export const commandAccountFlag: CommandFlag = {
  type: 'string',
  value: 'acct_...',
  description: 'Which account, if there are several.',
}

/** Runs `work` on the database of the settings, for the account that `--account` names. */
export async function withCommandAccount<T>(
  { flags, settings }: Pick<CommandInvocation, 'flags' | 'settings'>,
  work: (administration: AccountAdministration, accountId: string) => Promise<T>,
): Promise<T> {
  return withCommandAdministration(settings, async (administration) =>
    work(administration, accountOfCommand(await administration.accounts(), flags['account'])),
  )
}

/** Runs `work` on the database of the settings. */
export async function withCommandAdministration<T>(
  settings: CommandInvocation['settings'],
  work: (administration: AccountAdministration) => Promise<T>,
  { makesDatabase = false } = {},
): Promise<T> {
  const { withAccountAdministration } = await import('../app/administration/administration.ts')
  return withAccountAdministration(settings, await commandLogger(settings), work, { makesDatabase })
}

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
