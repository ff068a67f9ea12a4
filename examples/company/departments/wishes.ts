import type { WantedChange } from '../api.ts'
import type { DemoMerchantKey } from './merchants.ts'

/** A declined purchase, and the change that the agent then asks its owner for, `minutesAgo` before the story ends. */
export interface DemoChangeRequest {
  readonly card: string
  readonly minutesAgo: number
  readonly buys: DemoMerchantKey
  readonly cents: number
  readonly wanted: WantedChange
  readonly why: string
  /** The decision of the department's approver. Absent: the change request still waits. */
  readonly decided?: { readonly as: 'approve' | 'reject'; readonly note: string }
}

export const demoChangeRequests: readonly DemoChangeRequest[] = [
  {
    card: 'Domains',
    minutesAgo: 27,
    buys: 'namecheap',
    cents: 149_00,
    wanted: { policy: { limits: { perAuth: 150_00 } } },
    why: 'halden.dev for ten years, which is the cheapest way to keep it',
  },
  {
    card: 'OpenAI',
    minutesAgo: 73,
    buys: 'hugging-face',
    cents: 9_00,
    wanted: { allow: { merchant: 'Hugging Face' } },
    why: 'The weights that the evaluation of this week is made with',
  },
  {
    card: 'Express',
    minutesAgo: 131,
    buys: 'fedex',
    cents: 64_80,
    wanted: { status: 'active' },
    why: 'The samples for the fair leave at four',
  },
  {
    card: 'Seats and bags',
    minutesAgo: 298,
    buys: 'lufthansa',
    cents: 384_00,
    wanted: { policy: { limits: { perAuth: 400_00 } } },
    why: 'An upgrade for the night flight',
    decided: { as: 'reject', note: 'Seats in the class that was booked, please.' },
  },
  {
    card: 'Rides',
    minutesAgo: 406,
    buys: 'uber',
    cents: 96_40,
    wanted: { policy: { maxAmount: 100_00 } },
    why: 'The trains are on strike: from the airport to the site',
    decided: { as: 'approve', note: 'Fine while the strike lasts.' },
  },
]
