import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import { type AuthorizationAnswer, unlessRefused } from '../api.ts'
import { merchantOf, type MerchantKey } from '../departments/merchants.ts'
import { approvals, rejections } from '../departments/notes.ts'
import type { Errand } from '../departments/profiles.ts'
import type { Random } from '../random.ts'
import { type Act, known } from './act.ts'
import { lifeOf, numberIn, type CardHolder } from './habits.ts'
import { type Credentials, onTop, purchase } from './purchase.ts'
import { inOfficeHours, minutes, type Story } from './story.ts'

const WORKING_DAYS = 5
const TTL_MINUTES = 240

/**
 * Intents that wait for approval have different lifetimes, so that a page which took the lifetime for the time to decide would show a wrong
 * end.
 */
const validMinutesAt = (at: number): number => [30, 240, 720][Math.floor(at / SECOND_MS) % 3] ?? TTL_MINUTES

/** The outcome of an errand. */
export type Outcome = 'bought' | 'dearer' | 'elsewhere' | 'rejected' | 'unanswered' | 'unused' | 'canceled' | 'waiting'

export interface Run extends CardHolder {
  readonly approver: string
  readonly errand: Errand
}

/** The acts of all runs of one errand in the story. */
export function errands(story: Story, run: Run): Act[] {
  const { card, errand } = run
  const random = story.random(`errand ${card.label} ${errand.at.join()}`)
  const life = lifeOf(story, card)
  const acts: Act[] = []
  for (let day = 0; day <= story.days; day += 1) {
    if (story.isWeekend(day)) continue
    for (let left = random.count((errand.perWeek / WORKING_DAYS) * story.growth(day)); left > 0; left -= 1) {
      const at = story.dayStart(day) + inOfficeHours(random)
      const made = oneErrand(run, { at, outcome: drawn(errand, random) }, random)
      if (at >= life.from && at < life.to) acts.push(...made)
    }
  }
  return acts
}

function drawn({ dearer = 0 }: Errand, random: Random): Outcome {
  const lots: [Outcome, number][] = [
    ['dearer', dearer],
    ['elsewhere', 0.02],
    ['rejected', 0.07],
    ['unanswered', 0.04],
    ['unused', 0.05],
    ['canceled', 0.03],
  ]
  let lot = random.next()
  return lots.find(([, part]) => (lot -= part) < 0)?.[0] ?? 'bought'
}

/** The state of an intent while its errand goes on. */
interface Declared {
  id: string
  isWaiting: boolean
}

/** The acts of one errand from the declaration to the purchase, each some minutes after the one before. */
export function oneErrand(run: Run, { at, outcome }: { at: number; outcome: Outcome }, random: Random): Act[] {
  const { department, agent, approver, card, errand } = run
  const merchant = random.pick(errand.at)
  const expected = Math.round(errand.cents * random.factor(errand.spread))
  const purpose = random.pick(errand.purposes)
  const [decidedAt, note] = [at + minutes(random, 4, 70), random.pick(approvals)]
  const [refusal, boughtAt] = [random.pick(rejections), decidedAt + minutes(random, 3, 25)]
  const state: { intent: Declared | null; credentials: Credentials | null } = { intent: null, credentials: null }
  const act = (moment: number, does: Act['run']): Act => ({ at: moment, department, run: does })

  const declared = act(at, async ({ keys, cards }) => {
    const body = {
      intentId: `${agent}-${Math.floor(at / SECOND_MS).toString(36)}`,
      purpose,
      expectedAmount: expected,
      expectedMerchant: merchantOf(merchant).name,
      expectedMccs: [merchantOf(merchant).mcc],
      ttlMinutes: outcome === 'waiting' ? validMinutesAt(at) : TTL_MINUTES,
    }
    const made = await unlessRefused(known(keys, agent).intents.declare(known(cards, card.label), body))
    state.intent = made && { id: made.id, isWaiting: made.status === 'pending_approval' }
  })
  const decided = act(decidedAt, async ({ keys }) => {
    if (!state.intent?.isWaiting || outcome === 'unanswered') return null
    const { intents } = known(keys, approver)
    if (outcome === 'rejected') return unlessRefused(intents.reject(state.intent.id, { reason: refusal }))
    return unlessRefused(intents.approve(state.intent.id, note === undefined ? {} : { note }))
  })
  const canceled = act(boughtAt, async ({ keys }) =>
    state.intent ? unlessRefused(known(keys, agent).intents.cancel(state.intent.id)) : null,
  )
  const read = act(boughtAt, async ({ keys, cards }) => {
    if (state.intent === null) return
    const body = { intentId: state.intent.id, purpose }
    state.credentials = numberIn(await unlessRefused(known(keys, agent).cards.details(known(cards, card.label), body)))
  })
  if (outcome === 'waiting') return [declared]
  if (outcome === 'canceled') return [declared, decided, canceled]
  if (outcome === 'rejected' || outcome === 'unanswered' || outcome === 'unused') return [declared, decided]
  const spent = { expected, outcome, merchant, at: boughtAt + minutes(random, 1, 3) }
  return [declared, decided, read, ...paid(run, spent, () => state.credentials, random)]
}

interface Spent {
  readonly at: number
  readonly merchant: MerchantKey
  readonly expected: number
  readonly outcome: Outcome
}

/** The steps of a purchase with the card number. If the number was refused, nothing is bought. */
function paid({ department, card }: Run, spent: Spent, credentials: () => Credentials | null, random: Random): Act[] {
  const { at, expected, outcome } = spent
  let answer: AuthorizationAnswer | null = null
  const cheaper = random.pick([1, 1, 1, 0.97, 0.92])
  const bought = {
    at,
    department,
    card: card.label,
    merchant: outcome === 'elsewhere' ? ('duty-free' as const) : spent.merchant,
    cents: Math.round(expected * (outcome === 'dearer' ? 1.3 + random.next() / 5 : cheaper)),
    credentials,
    told: (decision: AuthorizationAnswer) => (answer = decision),
  }
  const isStay = /^(35|7011)/.test(merchantOf(spent.merchant).mcc) && random.next() < 0.35
  const extra = onTop(bought, Math.round(expected * 0.06), () =>
    answer?.decision === 'approve' ? answer.transactionId : null,
  )
  const acts = purchase(bought, random).map((act): Act => ({
    ...act,
    run: async (world) => (credentials() === null ? null : act.run(world)),
  }))
  return [...acts, ...(isStay ? [extra] : []), thawed(bought, () => answer)]
}

/** The act after lunch that unfreezes a card which was frozen for a bill that nobody had agreed to. */
const thawed = (
  { at, department, card }: { at: number; department: string; card: string },
  answer: () => AuthorizationAnswer | null,
): Act => ({
  at: at + 3 * HOUR_MS + 11 * MINUTE_MS,
  department,
  run: async ({ admin, cards }) =>
    answer()?.reasons.some(({ code }) => code === 'intent_mismatch') === true
      ? unlessRefused(admin.cards.unfreeze(known(cards, card)))
      : null,
})
