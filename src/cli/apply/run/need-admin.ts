import { OperatorError } from '../../../app/operator-error.ts'
import type { Purser } from '../../remote/client.ts'

/** Whether the API key has the role `admin`: only then it may change everything, and sees the whole URL of a webhook. */
export const hasAdminKey = async (purser: Purser): Promise<boolean> => (await purser.apiKeys.self()).role === 'admin'

/** Rejects with an OperatorError where the API key is of another role than `admin`. */
export async function requireAdminKey(purser: Purser, command: string): Promise<void> {
  if (!(await hasAdminKey(purser)))
    throw new OperatorError(
      `${command} takes an API key of the role admin. PURSER_API_KEY is one of another role. Nothing was changed.`,
    )
}
