import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/lib/clock.ts'
import { type AuthorizationAnswer, nullIfRefusedByPurser } from '../api.ts'
import { demoMerchantOf, type DemoMerchantKey } from '../departments/merchants.ts'
import { demoApprovalNotes, rejectionNotes } from '../departments/notes.ts'
import type { DeclaredPurchase } from '../departments/profiles.ts'
import type { SeededRandom } from '../random.ts'
import { type DemoAct, demoObjectNamed } from './act.ts'
import { cardActivePeriod, cardCredentialsIn, type CardHolder } from './habits.ts'
import { type CardCredentials, demoIncrementAct, demoPurchaseActs } from './purchase.ts'
import { randomOfficeHour, randomMinutes, type DemoTimes } from './story.ts'

const WORKING_DAYS = 5
const TTL_MINUTES = 240

/**
 * Intents that wait for approval have different lifetimes, so that a page which took the lifetime for the time to decide would show a wrong
 * end.
 */
const validMinutesAt = (at: number): number => [30, 240, 720][Math.floor(at / SECOND_MS) % 3] ?? TTL_MINUTES

/** The outcome of a purchase that an agent of the demo company declares. */
export type DeclaredPurchaseOutcome =
  | 'bought'
  | 'dearer'
  | 'elsewhere'
  | 'rejected'
  | 'unanswered'
  | 'unused'
  | 'canceled'
  | 'waiting'

export interface DeclaredPurchaseRun extends CardHolder {
  readonly approver: string
  readonly errand: DeclaredPurchase
}

/** The acts of all runs of one errand in the story. */
export function declaredPurchaseActs(story: DemoTimes, run: DeclaredPurchaseRun): DemoAct[] {
  const { card, errand } = run
  const random = story.random(`errand ${card.label} ${errand.at.join()}`)
  const life = cardActivePeriod(story, card)
  const acts: DemoAct[] = []
  for (let day = 0; day <= story.days; day += 1) {
    if (story.isWeekend(day)) continue
    for (let left = random.count((errand.perWeek / WORKING_DAYS) * story.growth(day)); left > 0; left -= 1) {
      const at = story.dayStart(day) + randomOfficeHour(random)
      const made = declaredPurchaseRunActs(run, { at, outcome: drawn(errand, random) }, random)
      if (at >= life.from && at < life.to) acts.push(...made)
    }
  }
  return acts
}

function drawn({ dearer = 0 }: DeclaredPurchase, random: SeededRandom): DeclaredPurchaseOutcome {
  const lots: [DeclaredPurchaseOutcome, number][] = [
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

/** The state of a declared purchase's intent until the purchase is made. */
interface Declared {
  id: string
  isWaiting: boolean
}

/** The acts of one errand from the declaration to the purchase, each some minutes after the one before. */
export function declaredPurchaseRunActs(
  run: DeclaredPurchaseRun,
  { at, outcome }: { at: number; outcome: DeclaredPurchaseOutcome },
  random: SeededRandom,
): DemoAct[] {
  const { department, agent, approver, card, errand } = run
  const merchant = random.pick(errand.at)
  const expected = Math.round(errand.cents * random.factor(errand.spread))
  const purpose = random.pick(errand.purposes)
  const [decidedAt, note] = [at + randomMinutes(random, 4, 70), random.pick(demoApprovalNotes)]
  const [refusal, boughtAt] = [random.pick(rejectionNotes), decidedAt + randomMinutes(random, 3, 25)]
  const state: { intent: Declared | null; credentials: CardCredentials | null } = { intent: null, credentials: null }
  const act = (moment: number, does: DemoAct['run']): DemoAct => ({ at: moment, department, run: does })

  const declared = act(at, async ({ keys, cards }) => {
    const body = {
      intentId: `${agent}-${Math.floor(at / SECOND_MS).toString(36)}`,
      purpose,
      expectedAmount: expected,
      expectedMerchant: demoMerchantOf(merchant).name,
      expectedMccs: [demoMerchantOf(merchant).mcc],
      ttlMinutes: outcome === 'waiting' ? validMinutesAt(at) : TTL_MINUTES,
    }
    const made = await nullIfRefusedByPurser(
      demoObjectNamed(keys, agent).intents.declare(demoObjectNamed(cards, card.label), body),
    )
    state.intent = made && { id: made.id, isWaiting: made.status === 'pending_approval' }
  })
  const decided = act(decidedAt, async ({ keys }) => {
    if (!state.intent?.isWaiting || outcome === 'unanswered') return null
    const { intents } = demoObjectNamed(keys, approver)
    if (outcome === 'rejected') return nullIfRefusedByPurser(intents.reject(state.intent.id, { reason: refusal }))
    return nullIfRefusedByPurser(intents.approve(state.intent.id, note === undefined ? {} : { note }))
  })
  const canceled = act(boughtAt, async ({ keys }) =>
    state.intent ? nullIfRefusedByPurser(demoObjectNamed(keys, agent).intents.cancel(state.intent.id)) : null,
  )
  const read = act(boughtAt, async ({ keys, cards }) => {
    if (state.intent === null) return
    const body = { intentId: state.intent.id, purpose }
    state.credentials = cardCredentialsIn(
      await nullIfRefusedByPurser(demoObjectNamed(keys, agent).cards.details(demoObjectNamed(cards, card.label), body)),
    )
  })
  if (outcome === 'waiting') return [declared]
  if (outcome === 'canceled') return [declared, decided, canceled]
  if (outcome === 'rejected' || outcome === 'unanswered' || outcome === 'unused') return [declared, decided]
  const spent = { expected, outcome, merchant, at: boughtAt + randomMinutes(random, 1, 3) }
  return [declared, decided, read, ...paid(run, spent, () => state.credentials, random)]
}

interface Spent {
  readonly at: number
  readonly merchant: DemoMerchantKey
  readonly expected: number
  readonly outcome: DeclaredPurchaseOutcome
}

/** The steps of a purchase with the card number. If the number was refused, nothing is bought. */
function paid(
  { department, card }: DeclaredPurchaseRun,
  spent: Spent,
  credentials: () => CardCredentials | null,
  random: SeededRandom,
): DemoAct[] {
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
  const isStay = /^(35|7011)/.test(demoMerchantOf(spent.merchant).mcc) && random.next() < 0.35
  const extra = demoIncrementAct(bought, Math.round(expected * 0.06), () =>
    answer?.decision === 'approve' ? answer.transactionId : null,
  )
  const acts = demoPurchaseActs(bought, random).map((act): DemoAct => ({
    ...act,
    run: async (world) => (credentials() === null ? null : act.run(world)),
  }))
  return [...acts, ...(isStay ? [extra] : []), thawed(bought, () => answer)]
}

/** The act after lunch that unfreezes a card which was frozen for a bill that nobody had agreed to. */
const thawed = (
  { at, department, card }: { at: number; department: string; card: string },
  answer: () => AuthorizationAnswer | null,
): DemoAct => ({
  at: at + 3 * HOUR_MS + 11 * MINUTE_MS,
  department,
  run: async ({ admin, cards }) =>
    answer()?.reasons.some(({ code }) => code === 'intent_mismatch') === true
      ? nullIfRefusedByPurser(admin.cards.unfreeze(demoObjectNamed(cards, card)))
      : null,
})
