import { ApiError } from '../../contract/errors.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import type { NodeDeps } from '../request/context.ts'

/** The value of the column `password` for a person without a password. It is not the hash of any password. */
export const NO_PASSWORD_HASH = 'none'

export const signInMethodOf = ({ password }: Pick<PersonRow, 'password'>): 'password' | 'provider' =>
  password === NO_PASSWORD_HASH ? 'provider' : 'password'

type Installation = Pick<NodeDeps, 'identityProvider'> & {
  readonly settings: Pick<NodeDeps['settings'], 'passwordSignIn'>
}

/** Throws `password_sign_in_off` where people can sign in only at the provider. */
export function demandPasswordSignIn({ settings }: Pick<Installation, 'settings'>): void {
  if (!settings.passwordSignIn) throw new ApiError('password_sign_in_off')
}

/**
 * Whether a person may set a password. People who sign in at the sign-in provider may not, because with a password they could still sign in
 * here after they have lost their groups there. Without a provider, everybody may.
 */
export const mayHavePassword = ({ identityProvider }: Pick<Installation, 'identityProvider'>, person: PersonRow) =>
  identityProvider === null || signInMethodOf(person) === 'password'
