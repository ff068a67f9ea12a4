import { MINUTE_MS } from '../../lib/clock.ts'
import type { Spend } from '../spend/spend-windows.ts'

/** Unix milliseconds from which the card may pay again; minus infinity where it has not paid yet. */
export const cooldownEnd = ({ lastApprovedAt }: Spend, cooldownMinutes: number): number =>
  (lastApprovedAt ?? Number.NEGATIVE_INFINITY) + cooldownMinutes * MINUTE_MS
