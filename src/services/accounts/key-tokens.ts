import { invalidRequestError } from '../../contract/errors.ts'
import type { OperationInputOf } from '../../contract/operations.ts'
import { accountsToJoin } from '../../store/accounts/accounts.ts'
import type { Tx } from '../../store/connection/db.ts'
import type { ApiKeyTokenBinding } from '../../store/rows/key-tables.ts'
import type { ServiceSettings } from '../request/context.ts'

export type ApiKeyTokenBindingSettings = Pick<ServiceSettings, 'mcpIssuer' | 'mcpAccount'>

interface Asking {
  readonly tx: Tx
  readonly settings: ApiKeyTokenBindingSettings
  readonly accountId: string
}

/**
 * The binding that a new API key asks for: whose access tokens act as it. Throws where this account, or this kind of key, may have none.
 * The tokens of the issuer act in one account alone, so that no admin of another account can bind its people.
 */
export async function apiKeyTokenBindingFor(
  { tx, settings: { mcpIssuer, mcpAccount }, accountId }: Asking,
  { role, mcpToken, mcpCardDetails }: OperationInputOf<'createApiKey'>['body'],
): Promise<ApiKeyTokenBinding | null> {
  if (mcpToken === undefined) return null
  if (role !== 'agent') {
    throw refused('`mcpToken` is for the role `agent`.', 'Leave `mcpToken` out, or send `"role": "agent"`.')
  }
  if (mcpCardDetails !== undefined) {
    throw refused(
      'A key with `mcpToken` never shows card numbers: its answers leave for a client on the web.',
      'Leave `mcpCardDetails` out.',
    )
  }
  if (mcpIssuer === null) {
    throw refused('No issuer of access tokens is set up here.', 'An operator sets one up with `PURSER_MCP_ISSUER`.')
  }
  const [account, another] = await accountsToJoin(tx, mcpAccount)
  if (account !== accountId || another !== undefined) {
    throw refused(
      'The access tokens of the issuer do not act in this account.',
      'With several accounts, an operator names the one in `PURSER_MCP_ACCOUNT`.',
    )
  }
  return { issuer: mcpIssuer, ...mcpToken }
}

const refused = (message: string, hint: string) => invalidRequestError('mcpToken', message, 'parameter_invalid', hint)
