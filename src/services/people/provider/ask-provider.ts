import { ApiError } from '../../../contract/errors.ts'
import { unavailable } from '../../../contract/unavailable.ts'
import { type IdentityProvider, ProviderAway, ProviderRefusal } from '../../../identity/identity-provider.ts'
import { accountsToJoin } from '../../../store/accounts/accounts.ts'
import type { Deps, Origin } from '../../request/context.ts'
import { networkOf } from '../../../lib/network/network-of.ts'
import { deadlines } from '../../../lib/traffic/deadlines.ts'
import { Turns } from '../../../lib/traffic/turns.ts'
import { signInRefused } from './sign-in-refused.ts'

/** Limits the requests to the provider, so that nobody can flood the provider through Purser. Addresses of callers take turns. */
const turns = new Turns({ ofName: 2, inAll: 8, waitMs: deadlines.signInTurn })

/** The company's sign-in provider. Throws `provider_not_set_up` where there is none. */
export function requireIdentityProvider({ identityProvider }: Pick<Deps, 'identityProvider'>): IdentityProvider {
  if (identityProvider === null) throw new ApiError('provider_not_set_up')
  return identityProvider
}

/**
 * Calls the provider. Throws `unavailable` where it does not answer, and `provider_sign_in_refused` where its answer is no valid sign-in.
 */
export async function askProvider<T>(
  { from }: { readonly from: Pick<Origin, 'address'> },
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await turns.take(networkOf(from.address), ask)
  } catch (error) {
    if (error instanceof ProviderAway) throw unavailable('provider_unavailable')
    if (!(error instanceof ProviderRefusal)) throw error
    throw error.byProvider
      ? signInRefused('denied', {
          message: 'The provider did not sign you in.',
          hint: 'Try again, or ask whoever runs it.',
        })
      : signInRefused('answer_invalid', {
          message: `The provider's answer proves nothing: ${error.message}.`,
          hint: 'Begin again at the sign-in.',
        })
  }
}

/** The id of the account that people of the provider join. Throws `provider_not_set_up` unless exactly one account fits. */
export async function accountOfProvider({
  database,
  settings,
}: Pick<Deps, 'database'> & { readonly settings: Pick<Deps['settings'], 'oidcAccount'> }): Promise<string> {
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
