import type { Policy } from '../api.ts'
import type { DemoMerchantKey } from './merchants.ts'

/** An incident is something out of the ordinary: mostly a purchase that a rule refuses. */
export interface DemoIncident {
  /** The time of the first incident, as a share of the story: 0 is its begin, and 1 its end. */
  readonly first: number
  /** The number of days after which the incident happens again. Absent: it happens once. */
  readonly every?: number
  /** The time of day as `HH:MM`, in UTC. */
  readonly at: string
  readonly what: IncidentPurchase
}

export type IncidentPurchase =
  | {
      readonly buys: DemoMerchantKey
      readonly cents: number
      readonly card: string
      readonly currency?: string
      readonly exp?: string
    }
  | { readonly captures: DemoMerchantKey; readonly cents: number; readonly card: string }
  | { readonly does: 'freeze' | 'unfreeze' | 'close' | 'unlockCredentials'; readonly card: string }
  | { readonly agent: string; readonly becomes: { readonly status?: 'active' | 'paused'; readonly policy?: Policy } }
  | { readonly customer: string; readonly becomes: 'active' | 'suspended' }

const buys = (
  card: string,
  merchant: DemoMerchantKey,
  cents: number,
  more: { currency?: string; exp?: string } = {},
) => ({
  card,
  buys: merchant,
  cents,
  ...more,
})
const RESEARCH = 'Research and Development: Materials, Sensors and Long-Term Experiments'
/** An expiry that is wrong for every card: the cards of this company expire in four years. */
const WRONG_EXPIRY = { exp: '01/20' }
const guess = (at: string): DemoIncident => ({
  first: 0.5,
  at,
  what: buys('Servers', 'digitalocean', 5_00, WRONG_EXPIRY),
})

/** Purchases that the rules refuse. Each rule refuses at least one. */
const refused: readonly DemoIncident[] = [
  { first: 0.05, every: 9, at: '11:20', what: buys('Stationery', 'ikea', 249_00) },
  { first: 0.08, every: 14, at: '13:42', what: buys('Pictures', 'adobe', 24_19) },
  { first: 0.3, every: 40, at: '21:13', what: buys('Coffee', 'casino', 50_00) },
  { first: 0.22, every: 31, at: '15:55', what: buys('Surveys', 'gift-cards', 100_00) },
  { first: 0.03, every: 7, at: '21:17', what: buys('Marketplace', 'amazon', 38_90) },
  { first: 0.06, every: 6, at: '22:48', what: buys('Rides', 'uber', 96_40) },
  { first: 0.15, every: 12, at: '09:31', what: buys('Domains', 'namecheap', 149_00) },
  { first: 0.25, every: 10, at: '15:02', what: buys('Model hosting', 'hugging-face', 9_00) },
  { first: 0.25, every: 10, at: '15:09', what: buys('Model hosting', 'hugging-face', 11_50) },
  { first: 0.04, every: 8, at: '10:10', what: buys('Parcels', 'dhl', 13_37) },
  { first: 0.04, every: 8, at: '10:14', what: buys('Parcels', 'dhl', 13_37) },
  { first: 0.12, every: 21, at: '17:26', what: buys('Rented cars and fuel', 'hertz-istanbul', 164_00) },
  { first: 0.07, every: 11, at: '12:04', what: buys('Flights in Europe', 'klm', 212_00) },
  { first: 0.28, every: 19, at: '14:36', what: buys('IEEE', 'springer', 29_95) },
  { first: 0.1, every: 13, at: '08:51', what: buys('Trains', 'sncf', 88_00, { currency: 'EUR' }) },
  { first: 0.42, every: 45, at: '19:47', what: buys('GitHub', 'exchange', 320_00) },
  { first: 0.18, every: 30, at: '08:20', what: buys('Chairs and desks', 'ikea', 129_00) },
]

/** Five new colleagues on one day need five licences: one more than the rules permit. */
const newColleagues: readonly DemoIncident[] = ['07:30', '07:34', '07:38', '07:42', '07:46'].map((at) => ({
  first: 0.2,
  every: 33,
  at,
  what: buys('Developer tools', 'jetbrains', 28_90),
}))

/** A caller guesses expiries until the card accepts no further guess. An admin unlocks the card in the morning. */
const guesses: readonly DemoIncident[] = [
  ...['23:01', '23:02', '23:04', '23:05', '23:07', '23:11'].map(guess),
  { first: 0.52, at: '07:15', what: { does: 'unlockCredentials', card: 'Servers' } },
]

/** Changes that people make to cards and agents, and purchases that are tried afterwards. */
const decided: readonly DemoIncident[] = [
  { first: 0.4, at: '09:05', what: { does: 'freeze', card: 'Google Ads' } },
  { first: 0.4, at: '16:40', what: { does: 'unfreeze', card: 'Google Ads' } },
  { first: 0.8, at: '00:20', what: { does: 'close', card: 'TikTok Ads trial' } },
  { first: 0.8, every: 8, at: '05:50', what: buys('TikTok Ads trial', 'tiktok-ads', 60_00) },
  { first: 0.88, at: '00:30', what: { does: 'freeze', card: 'Elsevier' } },
  { first: 0.88, every: 4, at: '10:33', what: buys('Elsevier', 'elsevier', 39_95) },
  { first: 0.94, at: '16:05', what: { does: 'freeze', card: 'Surveys' } },
  { first: 0.97, at: '06:10', what: { does: 'freeze', card: 'Express' } },
  { first: 0.97, at: '09:44', what: buys('Express', 'fedex', 51_20) },
  { first: 0.75, at: '11:11', what: buys('Team week in Leipzig', 'motel-one', 119_00) },
  { first: 0.8, at: '06:00', what: { agent: 'strike-desk', becomes: { status: 'paused' } } },
  { first: 0.84, every: 6, at: '12:30', what: buys('Rebookings', 'deutsche-bahn', 79_90) },
  { first: 0.6, at: '08:00', what: { agent: 'campaign-buyer', becomes: { policy: { limits: { perDay: 760_00 } } } } },
  { first: 0.33, at: '12:00', what: { customer: RESEARCH, becomes: 'suspended' } },
  { first: 0.33, at: '12:25', what: buys('GPU cluster', 'lambda', 36_00) },
  { first: 0.33, at: '13:00', what: { customer: RESEARCH, becomes: 'active' } },
  { first: 0.11, every: 17, at: '16:18', what: { captures: 'lufthansa', cents: 14_00, card: 'Seats and bags' } },
]

export const demoIncidents: readonly DemoIncident[] = [...refused, ...newColleagues, ...guesses, ...decided]
