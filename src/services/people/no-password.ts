import { ApiError } from '../../contract/errors.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import type { Deps } from '../request/context.ts'

/** In the place of a password: no password has this for its hash. */
export const NO_PASSWORD = 'none'

export const signsInBy = ({ password }: Pick<PersonRow, 'password'>): 'password' | 'provider' =>
  password === NO_PASSWORD ? 'provider' : 'password'

type Installation = Pick<Deps, 'identityProvider'> & { readonly settings: Pick<Deps['settings'], 'passwordSignIn'> }

/** Throws `password_sign_in_off` where the provider and the shell are the only ways in. */
export function demandPasswordSignIn({ settings }: Pick<Installation, 'settings'>): void {
  if (!settings.passwordSignIn) throw new ApiError('password_sign_in_off')
}

/**
 * Whether a person may be given a password: not where the provider knows them, or they would stay when its groups have let them go. An
 * installation that has left its provider gives its people passwords.
 */
export const mayHavePassword = ({ identityProvider }: Pick<Installation, 'identityProvider'>, person: PersonRow) =>
  identityProvider === null || signsInBy(person) === 'password'
