import { ApiError } from '../../../contract/errors.ts'
import { unavailable } from '../../../contract/unavailable.ts'
import { type IdentityProvider, ProviderAway, ProviderRefusal } from '../../../identity/identity-provider.ts'
import { accountsToJoin } from '../../../store/accounts/accounts.ts'
import type { Deps } from '../../request/context.ts'
import { Turns } from '../../../lib/traffic/turns.ts'
import { signInRefused } from './sign-in-refused.ts'

/** Whoever begins many sign-ins waits for their own: the provider is nobody's to be flooded. */
const turns = new Turns({ inAll: 8, waitMs: 5000 })

/** The provider that signs people in here. Throws `provider_not_set_up`. */
export function providerOf({ identityProvider }: Pick<Deps, 'identityProvider'>): IdentityProvider {
  if (identityProvider === null) throw new ApiError('provider_not_set_up')
  return identityProvider
}

/** Throws `unavailable` where the provider cannot answer, and `provider_sign_in_refused` where what came back proves nothing. */
export async function askProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await turns.take('provider', ask)
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

/** The account that people of the provider join. Throws `provider_not_set_up` where that is not clear. */
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
