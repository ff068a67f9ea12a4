import { hash, randomBytes } from 'node:crypto'

const BYTES = 32
const drawn = (prefix: string): string => `${prefix}_${randomBytes(BYTES).toString('base64url')}`

/** The secret of a session: the value of its cookie. */
export const newSessionSecret = (): string => drawn('session')
/** The end of an invitation's link. */
export const newInvitationSecret = (): string => drawn('invite')

/** The end of a link for a new password. */
export const newResetSecret = (): string => drawn('reset')

/** What tells a browser apart that has begun to sign in at the provider. */
export const newBrowserSecret = (): string => randomBytes(BYTES).toString('base64url')

/** What comes back from the provider with the browser. */
export const newState = (): string => randomBytes(BYTES).toString('base64url')

/** What a fresh sign-in at the provider confirms. */
export const newConfirmation = (): string => drawn('confirmation')

/** What is stored of any. A plain hash does: there is nothing to guess in 256 random bits. */
export const hashPersonSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer')
