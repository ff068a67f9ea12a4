import { ApiError } from '../../contract/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { ipNetworkOf } from '../../lib/network/ip-network-of.ts'
import {
  countSignInTry,
  readSignInFailures,
  forgetSignInFailures,
  giveBackSignInTry,
  signInWaitMs,
} from '../../store/people/sign-in-failures.ts'
import { SIGN_IN_FAILURE_LIFE_MS } from '../../store/people/sign-in-retention.ts'
import type { NodeDeps, HttpRequestSource } from '../request/context.ts'
import { knownBrowserToken } from './known-browser.ts'

const FREE_FAILURES = 5
/**
 * How many failed sign-ins from one IP network (`ipNetworkOf`) cost no wait. They are more than for one person, because many people may
 * share an IP network.
 */
const FREE_OF_ADDRESS = 20

/**
 * The longest waits after failed sign-ins, in milliseconds. `pair`: a minute for an IP network that guesses one person's password.
 * `person`: a few seconds for a person whose password many IP networks guess, so that nobody is locked out. Requests for mails with a link
 * to a new password wait longer, so that nobody can fill a mailbox.
 */
const LONGEST_WAIT_MS = {
  sign_in: { pair: MINUTE_MS, address: MINUTE_MS, person: 5 * SECOND_MS },
  own_password: { pair: MINUTE_MS, address: MINUTE_MS, person: 5 * SECOND_MS },
  password_reset: { pair: 10 * MINUTE_MS, address: MINUTE_MS, person: 10 * MINUTE_MS },
} as const

type ThrottleDeps = Pick<NodeDeps, 'database' | 'clock' | 'vault'>

/** A try to sign in, to confirm with the own password, or to request a new password. */
export interface SignInAttempt {
  readonly what: keyof typeof LONGEST_WAIT_MS
  readonly email: string
  readonly from: Pick<HttpRequestSource, 'address' | 'knownBrowser'>
}

/** The counts of failures that a try to sign in raises, by keyed hashes. */
interface Subjects {
  /** The counts of failed sign-ins that are forgotten when the person signs in: all but the count of the IP network. */
  readonly own: Buffer[]
  readonly address: Buffer | null
  readonly all: { readonly subject: Buffer; readonly free: number; readonly longestMs: number }[]
}

/**
 * The counts of failures that a try to sign in raises. A browser with which the person has signed in before has a count of its own, so
 * failures in other browsers do not make it wait.
 */
function subjectsOf({ vault }: ThrottleDeps, { what, email, from }: SignInAttempt): Subjects {
  const id = (...values: string[]) => vault.fingerprint(what, ...values)
  const longest = LONGEST_WAIT_MS[what]
  const browser = what === 'sign_in' ? knownBrowserToken(vault, from.knownBrowser, email) : undefined
  if (browser !== undefined) {
    const subject = id('browser', browser)
    return { own: [subject], address: null, all: [{ subject, free: FREE_FAILURES, longestMs: longest.pair }] }
  }
  const network = ipNetworkOf(from.address)
  const [pair, address, person] = [id('pair', email, network), id('address', network), id('person', email)]
  return {
    own: [pair, person],
    address,
    all: [
      { subject: pair, free: FREE_FAILURES, longestMs: longest.pair },
      { subject: address, free: FREE_OF_ADDRESS, longestMs: longest.address },
      { subject: person, free: FREE_FAILURES, longestMs: longest.person },
    ],
  }
}

/**
 * Counts a try to sign in before it is made, in the database for all nodes together, so that many tries at once gain nothing. Throws
 * `rate_limited` after too many recent failures: the wait doubles with each failure.
 */
export async function countSignInAttempt(deps: ThrottleDeps, attempt: SignInAttempt): Promise<void> {
  const now = deps.clock.now()
  const { all } = subjectsOf(deps, attempt)
  const times = { now, forgottenBefore: now - SIGN_IN_FAILURE_LIFE_MS }
  const known = await deps.database.transaction(async (tx) =>
    (await countSignInTry(tx, all, times)) ? null : readSignInFailures(tx, all, times),
  )
  if (known === null) return
  const waitMs = Math.max(SECOND_MS, ...known.map((failure) => signInWaitMs(failure, now)))
  throw new ApiError('rate_limited', {
    message:
      attempt.what === 'password_reset' ? 'A new password was asked for too often.' : 'Too many wrong passwords.',
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
  })
}

/** Clears the person's own failures after a successful sign-in. The count of the caller's IP network stays, but without this try. */
export async function clearSignInFailures(deps: ThrottleDeps, attempt: SignInAttempt): Promise<void> {
  const { own, address } = subjectsOf(deps, attempt)
  await deps.database.transaction(async (tx) => {
    await forgetSignInFailures(tx, own)
    if (address !== null) await giveBackSignInTry(tx, address)
  })
}
