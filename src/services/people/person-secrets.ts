import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
const drawn = (prefix: string): string => `${prefix}_${randomBytes(BYTES).toString('base64url')}`

/** The secret of a session: the value of its cookie. */
export const newSessionSecret = (): string => drawn('session')
/** The secret at the end of an invitation's link. */
export const newInvitationSecret = (): string => drawn('invite')

/** The secret at the end of a link to a new password. */
export const newResetSecret = (): string => drawn('reset')

/** The secret in the cookie of a browser that has begun to sign in at the provider. */
export const newSignInBrowserSecret = (): string => randomBytes(BYTES).toString('base64url')

/** The `state` parameter of a sign-in, which the provider sends back with the browser. */
export const newSignInState = (): string => randomBytes(BYTES).toString('base64url')

/** The secret by which a person shows that they have just signed in again at the sign-in provider. */
export const newProviderConfirmationSecret = (): string => drawn('confirmation')

/** The stored hash of a session's, link's or browser's secret. A plain SHA-256 is enough, because 256 random bits cannot be guessed. */
export const hashPersonSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
