import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import type { NodeDeps } from '../request/context.ts'
import { signInMethodOf } from './no-password.ts'

/**
 * Lengths of a person's session. `IDLE_MS`: how many milliseconds it lasts after its last request. `LONGEST_MS`: how many it lasts in all,
 * where it was opened without the provider.
 */
const IDLE_MS = 12 * HOUR_MS
const LONGEST_MS = 7 * DAY_MS

type Settings = Pick<NodeDeps['settings'], 'passwordSignIn' | 'oidcSessionHours'>

/** The longest life of a person's session, milliseconds. It is shorter with the provider, which may have removed the person meanwhile. */
export const sessionLifeMs = (person: Pick<PersonRow, 'password'>, settings: Settings): number =>
  settings.passwordSignIn && signInMethodOf(person) === 'password' ? LONGEST_MS : settings.oidcSessionHours * HOUR_MS

/** When a person's session that is used now will end. All times are Unix milliseconds. */
export const sessionEndsAt = (createdAt: number, now: number, lifeMs: number): number =>
  Math.min(now + IDLE_MS, createdAt + lifeMs)
