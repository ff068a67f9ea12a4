import { ApiError } from '../../contract/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/clock.ts'
import { countFailures, failuresOf, forgetFailures } from '../../store/people/sign-in-failures.ts'
import { FAILURE_LIFE_MS } from '../../store/people/sign-in-retention.ts'
import type { Deps } from '../request/context.ts'

const FREE_FAILURES = 5
/** Many people may be behind one address. */
const FREE_OF_ADDRESS = 20

/**
 * An address that guesses at one person waits up to a minute; a person whom many addresses guess at, a few seconds: nobody is locked out.
 * Whoever asks for links to be mailed is slowed down more: nobody's mailbox is to be filled.
 */
const LONGEST_WAIT_MS = {
  sign_in: { pair: MINUTE_MS, address: MINUTE_MS, person: 5 * SECOND_MS },
  password_reset: { pair: 10 * MINUTE_MS, address: MINUTE_MS, person: 10 * MINUTE_MS },
} as const

type ThrottleDeps = Pick<Deps, 'database' | 'clock' | 'vault'>

/** Who tries to sign in, or asks for a new password, and from where. */
export interface Attempt {
  readonly what: keyof typeof LONGEST_WAIT_MS
  readonly email: string
  readonly address: string
}

interface Subject {
  readonly id: Buffer
  readonly free: number
  readonly longestMs: number
}

function subjectsOf({ vault }: ThrottleDeps, { what, email, address }: Attempt): Subject[] {
  const id = (...parts: string[]) => vault.fingerprint(what, ...parts)
  const longest = LONGEST_WAIT_MS[what]
  return [
    { id: id('pair', email, address), free: FREE_FAILURES, longestMs: longest.pair },
    { id: id('address', address), free: FREE_OF_ADDRESS, longestMs: longest.address },
    { id: id('person', email), free: FREE_FAILURES, longestMs: longest.person },
  ]
}

/** Throws `rate_limited` where the last failures are too many and too short ago: twice as long after each. */
export async function refuseHaste(deps: ThrottleDeps, attempt: Attempt): Promise<void> {
  const now = deps.clock.now()
  const subjects = subjectsOf(deps, attempt)
  const known = await failuresOf(
    deps.database.db,
    subjects.map(({ id }) => id),
  )
  let waitMs = 0
  for (const { subject, failures, last_at: lastAt } of known) {
    const limit = subjects.find(({ id }) => id.equals(subject))
    if (limit === undefined || lastAt < now - FAILURE_LIFE_MS || failures < limit.free) continue
    const apart = Math.min(SECOND_MS * 2 ** (failures - limit.free), limit.longestMs)
    waitMs = Math.max(waitMs, lastAt + apart - now)
  }
  if (waitMs <= 0) return
  throw new ApiError('rate_limited', {
    message: attempt.what === 'sign_in' ? 'Too many wrong passwords.' : 'A new password was asked for too often.',
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
  })
}

export async function noteFailure(deps: ThrottleDeps, attempt: Attempt): Promise<void> {
  const now = deps.clock.now()
  const ids = subjectsOf(deps, attempt).map(({ id }) => id)
  await deps.database.transaction((tx) => countFailures(tx, ids, { now, forgottenBefore: now - FAILURE_LIFE_MS }))
}

/** Who signs in has all failures of their own behind them; those of the address stay. */
export async function noteSuccess(deps: ThrottleDeps, attempt: Attempt): Promise<void> {
  const [pair, , person] = subjectsOf(deps, attempt)
  const ids = [pair, person].flatMap((subject) => (subject ? [subject.id] : []))
  await deps.database.transaction((tx) => forgetFailures(tx, ids))
}
