import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../../contract/errors.ts'
import { PROVIDER_CONFIRMATION_LIFE_MINUTES, PROVIDER_SIGN_IN_MINUTES } from '../../../contract/resources/provider.ts'
import type { SignInSecrets } from '../../../identity/identity-provider.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { MINUTE_MS, SECOND_MS, isoTimestamp } from '../../../lib/clock.ts'
import type { Tx } from '../../../store/connection/db.ts'
import type { ProviderSignInRow } from '../../../store/rows/people-tables.ts'
import { insertProviderSignIn, takeProviderSignIn } from '../../../store/people/provider-sign-ins.ts'
import { type NodeDeps, type HttpRequestSource, RedirectAnswer } from '../../request/context.ts'
import { callSignInProvider, requireIdentityProvider } from './ask-provider.ts'
import {
  hashPersonSecret,
  newSignInBrowserSecret,
  newProviderConfirmationSecret,
  newSignInState,
} from '../person-secrets.ts'
import { hasExpectedMac, rowWithMac, providerSignInMac } from '../../../store/people/person-proof.ts'
import { signInRefusedError } from './sign-in-refused.ts'

/** The purpose for which a browser is sent to the provider. A sign-in that began for one purpose can end only for the same purpose. */
export type ProviderSignInPurpose =
  | { readonly purpose: 'sign_in' }
  /** The purpose of a person with a session: to confirm who they are, or to connect with the provider. */
  | { readonly purpose: 'confirm' | 'connect'; readonly personId: string; readonly sessionId: string }
  /** The stored confirmation that a person has just signed in at the provider. It counts once in place of a password. */
  | { readonly purpose: 'confirmed'; readonly personId: string }

type Rows = Pick<NodeDeps, 'vault' | 'clock'>
type Going = Rows & Pick<NodeDeps, 'identityProvider'> & { readonly from: Pick<HttpRequestSource, 'address'> }

const unknown = () => signInRefusedError('sign_in_unknown')

function rowOf(
  { vault, clock }: Rows,
  purpose: ProviderSignInPurpose,
  own: { secret: string; browser: string; minutes: number },
) {
  const now = clock.now()
  const row = {
    secret_hash: hashPersonSecret(own.secret),
    browser_hash: hashPersonSecret(own.browser),
    purpose: canonicalJson(purpose),
    created_at: now,
    expires_at: now + own.minutes * MINUTE_MS,
  }
  return rowWithMac(row, providerSignInMac(vault, row))
}

/**
 * The secrets of a sign-in. `nonce` and `verifier` are derived from the secret in the browser's cookie, which is stored only as a hash. So
 * neither the database nor the state in the URL is enough to end the sign-in in another browser.
 */
function secretsOf(browser: string, state: string): SignInSecrets {
  const derived = (use: string) => createHmac('sha256', browser).update(`${use} ${state}`).digest('base64url')
  return { state, nonce: derived('nonce'), verifier: derived('verifier') }
}

/**
 * Prepares a sign-in at the provider: makes the URL for the browser, and a function that stores the sign-in. Not for use in a database
 * transaction, because it calls the provider.
 */
export async function prepareProviderSignIn(context: Going, purpose: ProviderSignInPurpose) {
  const [browser, state] = [newSignInBrowserSecret(), newSignInState()]
  const isAnew = purpose.purpose !== 'sign_in'
  const url = await callSignInProvider(context, () =>
    requireIdentityProvider(context).addressFor(secretsOf(browser, state), isAnew),
  )
  const row = rowOf(context, purpose, { secret: state, browser, minutes: PROVIDER_SIGN_IN_MINUTES })
  return {
    /** Stores the sign-in that has begun. Resolves with the answer that sends the browser to the provider. */
    begin: async (tx: Tx) => {
      await insertProviderSignIn(tx, row)
      return new RedirectAnswer({ url, expiresAt: isoTimestamp(row.expires_at) }, browser)
    },
  }
}

export interface ReturnedProviderSignIn<P extends ProviderSignInPurpose = ProviderSignInPurpose> {
  readonly purpose: P
  readonly secrets: SignInSecrets
  /** How many seconds ago the browser was sent to the sign-in provider. */
  readonly seconds: number
}

/**
 * Takes the stored sign-in for which a browser returns from the provider, so that it cannot be completed twice. Throws
 * `provider_sign_in_refused`.
 */
export async function finishProviderSignIn<N extends ProviderSignInPurpose['purpose']>(
  context: Rows & Pick<NodeDeps, 'database'> & { readonly from: HttpRequestSource },
  query: string,
  ...purposes: readonly N[]
): Promise<ReturnedProviderSignIn<Extract<ProviderSignInPurpose, { purpose: N }>>> {
  const { database, clock, from } = context
  const state = new URLSearchParams(query).get('state')
  const browser = from.providerBrowser
  if (state === null || browser === undefined) throw unknown()
  const row = await database.transaction((tx) => takeProviderSignIn(tx, hashPersonSecret(state)))
  if (!isOpen(context, row) || !timingSafeEqual(row.browser_hash, hashPersonSecret(browser))) throw unknown()
  const purpose = JSON.parse(row.purpose) as ProviderSignInPurpose
  if (!isAmong(purpose, purposes)) throw unknown()
  const seconds = Math.ceil((clock.now() - row.created_at) / SECOND_MS)
  return { purpose, secrets: secretsOf(browser, state), seconds }
}

const isAmong = <N extends ProviderSignInPurpose['purpose']>(
  purpose: ProviderSignInPurpose,
  purposes: readonly N[],
): purpose is Extract<ProviderSignInPurpose, { purpose: N }> => purposes.some((each) => each === purpose.purpose)

const isOpen = ({ vault, clock }: Rows, row: ProviderSignInRow | undefined): row is ProviderSignInRow =>
  row !== undefined && row.expires_at > clock.now() && hasExpectedMac(providerSignInMac(vault, row), row)

/** Stores that a person has confirmed who they are at the provider. Resolves with the secret that proves it. */
export async function storeProviderConfirmation(tx: Tx, context: Rows, personId: string) {
  const secret = newProviderConfirmationSecret()
  const own = { secret, browser: '', minutes: PROVIDER_CONFIRMATION_LIFE_MINUTES }
  const row = rowOf(context, { purpose: 'confirmed', personId }, own)
  await insertProviderSignIn(tx, row)
  return { confirmation: secret, expiresAt: isoTimestamp(row.expires_at) }
}

/**
 * Takes the stored confirmation of a fresh sign-in at the provider, so that it counts only once. Throws `provider_required` where the
 * request has no confirmation, and `provider_sign_in_refused` where the confirmation is another person's.
 */
export async function useProviderConfirmation(
  tx: Tx,
  context: Rows,
  { confirmation, personId }: { readonly confirmation: string | undefined; readonly personId: string },
): Promise<void> {
  if (confirmation === undefined) throw new ApiError('provider_required', { param: 'confirmation' })
  const row = await takeProviderSignIn(tx, hashPersonSecret(confirmation))
  const purpose = isOpen(context, row) ? (JSON.parse(row.purpose) as ProviderSignInPurpose) : null
  if (purpose?.purpose !== 'confirmed' || purpose.personId !== personId) throw unknown()
}
