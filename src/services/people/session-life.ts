import { DAY_MS, HOUR_MS } from '../../lib/clock.ts'
import type { PersonRow } from '../../store/rows/people-tables.ts'
import type { Deps } from '../request/context.ts'
import { signsInBy } from './no-password.ts'

/** A session lasts so long after its last request, and so long in all where a password has opened it. */
const IDLE_MS = 12 * HOUR_MS
const LONGEST_MS = 7 * DAY_MS

type Settings = Pick<Deps['settings'], 'passwordSignIn' | 'oidcSessionHours'>

/** How long a session of the person lasts in all: the provider is to be asked again, who may have let them go. */
export const sessionLifeMs = (person: Pick<PersonRow, 'password'>, settings: Settings): number =>
  settings.passwordSignIn && signsInBy(person) === 'password' ? LONGEST_MS : settings.oidcSessionHours * HOUR_MS

/** When a session ends that is used now. */
export const sessionEnd = (createdAt: number, now: number, lifeMs: number): number =>
  Math.min(now + IDLE_MS, createdAt + lifeMs)
