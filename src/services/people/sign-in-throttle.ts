import { ApiError } from '../../contract/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { networkOf } from '../../lib/network/network-of.ts'
import { countTry, failuresOf, forgetFailures, giveBackTry, waitMsOf } from '../../store/people/sign-in-failures.ts'
import { FAILURE_LIFE_MS } from '../../store/people/sign-in-retention.ts'
import type { Deps, Origin } from '../request/context.ts'
import { knownBrowser } from './known-browser.ts'

const FREE_FAILURES = 5
/** Many people may be behind one address. */
const FREE_OF_ADDRESS = 20

/**
 * An address that guesses at one person waits up to a minute; a person whom many addresses guess at, a few seconds: nobody is locked out.
 * Whoever asks for links to be mailed is slowed down more: nobody's mailbox is to be filled.
 */
const LONGEST_WAIT_MS = {
  sign_in: { pair: MINUTE_MS, address: MINUTE_MS, person: 5 * SECOND_MS },
  own_password: { pair: MINUTE_MS, address: MINUTE_MS, person: 5 * SECOND_MS },
  password_reset: { pair: 10 * MINUTE_MS, address: MINUTE_MS, person: 10 * MINUTE_MS },
} as const

type ThrottleDeps = Pick<Deps, 'database' | 'clock' | 'vault'>

/** Who tries to sign in, gives their password once more or asks for a new one, and from where. */
export interface Attempt {
  readonly what: keyof typeof LONGEST_WAIT_MS
  readonly email: string
  readonly from: Pick<Origin, 'address' | 'knownBrowser'>
}

interface Subjects {
  /** Of whoever tries: forgotten when they succeed. */
  readonly own: Buffer[]
  readonly address: Buffer | null
  readonly all: { readonly subject: Buffer; readonly free: number; readonly longestMs: number }[]
}

/** A browser that this person has signed in with before is counted by itself: it does not wait for what others try. */
function subjectsOf({ vault }: ThrottleDeps, { what, email, from }: Attempt): Subjects {
  const id = (...parts: string[]) => vault.fingerprint(what, ...parts)
  const longest = LONGEST_WAIT_MS[what]
  const browser = what === 'sign_in' ? knownBrowser(vault, from.knownBrowser, email) : undefined
  if (browser !== undefined) {
    const subject = id('browser', browser)
    return { own: [subject], address: null, all: [{ subject, free: FREE_FAILURES, longestMs: longest.pair }] }
  }
  const network = networkOf(from.address)
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
 * Counts a try before anything is made of it, in one statement for all nodes: of many at once no more pass than one after the other.
 * Throws `rate_limited` where the last failures are too many and too short ago: twice as long after each.
 */
export async function takeTry(deps: ThrottleDeps, attempt: Attempt): Promise<void> {
  const now = deps.clock.now()
  const { all } = subjectsOf(deps, attempt)
  const times = { now, forgottenBefore: now - FAILURE_LIFE_MS }
  const known = await deps.database.transaction(async (tx) =>
    (await countTry(tx, all, times)) ? null : failuresOf(tx, all, times),
  )
  if (known === null) return
  const waitMs = Math.max(SECOND_MS, ...known.map((failure) => waitMsOf(failure, now)))
  throw new ApiError('rate_limited', {
    message:
      attempt.what === 'password_reset' ? 'A new password was asked for too often.' : 'Too many wrong passwords.',
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
  })
}

/** Who signs in has all failures of their own behind them; those of the address stay, without this try. */
export async function noteSuccess(deps: ThrottleDeps, attempt: Attempt): Promise<void> {
  const { own, address } = subjectsOf(deps, attempt)
  await deps.database.transaction(async (tx) => {
    await forgetFailures(tx, own)
    if (address !== null) await giveBackTry(tx, address)
  })
}
