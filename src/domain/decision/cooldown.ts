import { MINUTE_MS } from '../../lib/clock.ts'
import type { LevelSpend } from '../spend/spend-windows.ts'

/** The time from which on the card may pay again, in Unix milliseconds. Minus infinity: the card has not paid yet. */
export const cardCooldownEndsAt = ({ lastApprovedAt }: LevelSpend, cooldownMinutes: number): number =>
  (lastApprovedAt ?? Number.NEGATIVE_INFINITY) + cooldownMinutes * MINUTE_MS
