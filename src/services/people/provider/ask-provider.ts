import { ApiError } from '../../../contract/errors.ts'
import { serviceUnavailableError } from '../../../contract/unavailable.ts'
import {
  type IdentityProvider,
  SignInProviderUnavailable,
  SignInProviderRefusal,
} from '../../../identity/identity-provider.ts'
import { accountsToJoin } from '../../../store/accounts/accounts.ts'
import type { NodeDeps, HttpRequestSource } from '../../request/context.ts'
import { ipNetworkOf } from '../../../lib/network/ip-network-of.ts'
import { answerStepDeadlinesMs } from '../../../lib/traffic/deadlines.ts'
import { NodeWorkTurns } from '../../../lib/traffic/turns.ts'
import { signInRefusedError } from './sign-in-refused.ts'

/** Limits the requests to the provider, so that nobody can flood the provider through Purser. Addresses of callers take turns. */
const turns = new NodeWorkTurns({ ofName: 2, inAll: 8, waitMs: answerStepDeadlinesMs.signInTurn })

/** The company's sign-in provider. Throws `provider_not_set_up` where there is none. */
export function requireIdentityProvider({ identityProvider }: Pick<NodeDeps, 'identityProvider'>): IdentityProvider {
  if (identityProvider === null) throw new ApiError('provider_not_set_up')
  return identityProvider
}

/**
 * Calls the provider. Throws `serviceUnavailableError` where it does not answer, and `provider_sign_in_refused` where its answer is no valid sign-in.
 */
export async function callSignInProvider<T>(
  { from }: { readonly from: Pick<HttpRequestSource, 'address'> },
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await turns.take(ipNetworkOf(from.address), ask)
  } catch (error) {
    if (error instanceof SignInProviderUnavailable) throw serviceUnavailableError('provider_unavailable')
    if (!(error instanceof SignInProviderRefusal)) throw error
    throw error.byProvider
      ? signInRefusedError('denied', {
          message: 'The provider did not sign you in.',
          hint: 'Try again, or ask whoever runs it.',
        })
      : signInRefusedError('answer_invalid', {
          message: `The provider's answer proves nothing: ${error.message}.`,
          hint: 'Begin again at the sign-in.',
        })
  }
}

/** The id of the account that people of the provider join. Throws `provider_not_set_up` unless exactly one account fits. */
export async function accountOfSignInProvider({
  database,
  settings,
}: Pick<NodeDeps, 'database'> & {
  readonly settings: Pick<NodeDeps['settings'], 'oidcAccount'>
}): Promise<string> {
  const { oidcAccount } = settings
  const [account, another] = await accountsToJoin(database.db, oidcAccount)
  if (account !== undefined && another === undefined) return account
  throw new ApiError('provider_not_set_up', {
    message:
      oidcAccount === null
        ? 'There are several accounts here, and nobody has said which of them people of the provider join.'
        : 'The account that people of the provider join is not there.',
  })
}
