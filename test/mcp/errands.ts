import type { Client } from '@modelcontextprotocol/client'
import { Purser } from '../../clients/typescript/src/client.ts'
import type { Policy } from '../../src/contract/policy.ts'
import type { TestNode } from '../support/processes/start-node.ts'
import { connect, endpoint, keyOf, type SomeAgent, someAgent } from './agent-rig.ts'
import { follow, type Followed, type Following, type Habit, type Step } from './follower.ts'

type Service = Pick<TestNode, 'purser' | 'baseUrl'>

const PRICE = 4200
const SHOP = 'GitHub'
const STRICT: Policy = { requireIntent: true, onMissingIntent: 'decline', onIntentMismatch: 'decline' }
const DAY_SECONDS = 86_400

interface Story {
  readonly name: string
  readonly policy?: Policy
  /** What the shop charges, where it is another amount than was declared. */
  readonly charges?: number
  readonly before?: (service: Service, agent: SomeAgent) => Promise<unknown>
  /** What people do where something waits for them. */
  readonly people?: 'agree' | 'refuse' | 'are late'
  /** How often the purchase is paid in the end. */
  readonly paid: 0 | 1
}

const pay = (shop: Purser, cardId: string, amount: number, merchant = SHOP) =>
  shop.network.authorize({ cardId, amount, merchant: { name: merchant } })

const agreed = { people: 'agree', paid: 1 } as const

export const stories: readonly Story[] = [
  { name: 'nothing in the way', paid: 1 },
  {
    name: 'no rules at all',
    policy: { requireIntent: false, onMissingIntent: 'flag', onIntentMismatch: 'flag' },
    paid: 1,
  },
  { name: 'a person approves', policy: { requireApproval: true }, ...agreed },
  { name: 'a person rejects', policy: { requireApproval: true }, people: 'refuse', paid: 0 },
  { name: 'nobody approves in time', policy: { requireApproval: true }, people: 'are late', paid: 0 },
  { name: 'over the limit of a purchase', policy: { limits: { perAuth: 1000 } }, people: 'refuse', paid: 0 },
  { name: 'over the limit, which is raised', policy: { limits: { perAuth: 1000 } }, ...agreed },
  { name: 'a shop that is then allowed', policy: { allowedMerchants: ['Namecheap'] }, ...agreed },
  { name: 'a frozen card', before: ({ purser }, { cardId }) => purser.cards.freeze(cardId), people: 'refuse', paid: 0 },
  {
    name: 'the day is used up until tomorrow',
    policy: { limits: { perDay: 5000 }, requireIntent: false, onMissingIntent: 'flag' },
    before: async ({ purser }, { cardId }) => pay(purser, cardId, 1000, 'Namecheap'),
    paid: 1,
  },
  { name: 'the shop charges five percent more', charges: 4410, paid: 1 },
  { name: 'the shop charges twice as much', charges: 8400, paid: 0 },
]

export const habits = ['follows', 'skips the check', 'repeats', 'forgets'] as const
const starts = ['get_budget', 'check_purchase', 'declare_intent', 'list_intents'] as const

/** What happened in one errand. */
export interface Outcome {
  readonly story: string
  readonly habit: string
  readonly calls: number
  /** Calls that were answered an error, and charges that were declined. */
  readonly wrongTurns: number
  readonly isLoop: boolean
  /** Approved charges of the purchase, of those that are expected. */
  readonly paid: number
  readonly expected: number
  readonly steps: readonly Step[]
  /** The tokens that a model says it took. Undefined where a script followed `next`. */
  readonly tokens: number | undefined
}

/** Who goes about an errand: the scripted follower, or a model. */
export type Drive = (client: Client, following: Following) => Promise<Followed>

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Plays errands in random orders, one after the other: the test clock belongs to all of them. */
export async function playErrands(
  service: Service,
  { orders, seed, drive }: { orders: number; seed: number; drive?: Drive },
) {
  const shop = new Purser({ baseUrl: service.baseUrl, apiKey: await keyOf(service, 'network') })
  const random = randomOf(seed)
  const outcomes: Outcome[] = []
  for (let order = 0; order < orders; order += 1) {
    const story = stories[order % stories.length] as Story
    const habit = habits[Math.floor(order / stories.length) % habits.length] as (typeof habits)[number]
    outcomes.push(await play({ service, shop, random, drive }, { story, habit }))
  }
  return outcomes
}

interface World {
  readonly service: Service
  readonly shop: Purser
  readonly random: () => number
  /** The model that goes about the errand. Undefined: the scripted follower does. */
  readonly drive: Drive | undefined
}

/**
 * An agent goes about one purchase in up to four sessions, and in one more where the last has asked a person, who has answered by then.
 * One that forgets is cut off after some calls, and begins anew wherever it likes, by the same task: its reference, too. Under another one it
 * would be another purchase.
 */
async function play(
  { service, shop, random, drive = follow }: World,
  { story, habit }: { story: Story; habit: (typeof habits)[number] },
) {
  const agent = await someAgent(service, { ...STRICT, ...story.policy })
  await story.before?.(service, agent)
  const client = await connect(endpoint(service), agent.apiKey)
  const steps: Step[] = []
  let isLoop = false
  let reference = crypto.randomUUID()
  let isOver = false
  let end: Followed['end'] | null = null
  let tokens: number | undefined
  const after = async (step: Step) => {
    steps.push(step)
    await charge({ service, shop }, agent, story, step)
    await people(service, story, step)
  }
  for (let session = 0; session < 4 || (session === 4 && end === 'owner'); session += 1) {
    const isCut = habit === 'forgets' && session < 3
    const start = session === 0 && habit !== 'forgets' ? 'get_budget' : starts[Math.floor(random() * starts.length)]
    // What is over was said to be checked, and then declared anew.
    const tool = isOver ? 'check_purchase' : start
    const followed: Followed = await drive(client, {
      task: {
        amount: PRICE,
        merchant: SHOP,
        wanted: SHOP,
        purpose: 'A seat for a month',
        why: 'A new colleague',
        origin: 'https://github.com',
        reference,
      },
      from: { tool: tool as string },
      after,
      mostCalls: isCut ? 1 + Math.floor(random() * 6) : 16,
      ...(habit === 'skips the check' || habit === 'repeats' ? { habit: habit satisfies Habit } : {}),
    })
    ;({ end } = followed)
    if (followed.tokens !== undefined) tokens = (tokens ?? 0) + followed.tokens
    isLoop ||= end === 'stuck' && !isCut
    // The answer says that what is over takes a new one.
    isOver = followed.steps.at(-1)?.answer.text.includes('"status":"expired"') ?? false
    if (isOver) reference = crypto.randomUUID()
    if (end === 'waiting until') await service.purser.testClock.advance({ seconds: DAY_SECONDS })
  }
  await client.close()
  const { data } = await service.purser.transactions.list({ cardId: agent.cardId, limit: 100 })
  const ofShop = data.filter(({ merchant }) => merchant.name === SHOP)
  const declined = ofShop.filter(({ decision }) => decision === 'decline').length
  return {
    story: story.name,
    habit,
    calls: steps.length,
    wrongTurns: declined + steps.filter(({ answer }) => answer.isError).length,
    isLoop,
    paid: ofShop.length - declined,
    expected: story.paid,
    steps,
    tokens,
  }
}

/** The shop charges each time that the card is filled in: whoever has it filled in twice pays twice, where rules let it. */
async function charge(
  { service, shop }: Omit<World, 'random' | 'drive'>,
  { cardId }: SomeAgent,
  { charges }: Story,
  { answer: { said } }: Step,
): Promise<void> {
  if (said['delivery'] !== 'filler') return
  const intent = await service.purser.intents.get(String(said['intentId']))
  await pay(shop, cardId, charges ?? intent.expectedAmount ?? 0)
}

async function people({ purser }: Service, story: Story, { answer: { said } }: Step): Promise<void> {
  const { status, intentId, requestId } = said as { status?: string; intentId?: string; requestId?: string }
  if (status === 'pending_approval' && story.people === 'agree') await purser.intents.approve(String(intentId))
  if (status === 'pending_approval' && story.people === 'refuse') await purser.intents.reject(String(intentId))
  if (status === 'pending_approval' && story.people === 'are late') {
    await purser.testClock.advance({ seconds: DAY_SECONDS + 3600 })
  }
  if (requestId === undefined || status !== 'pending') return
  await (story.people === 'agree' ? purser.changeRequests.approve(requestId) : purser.changeRequests.reject(requestId))
}

/** The counts of all errands of a habit, for whoever reads them. */
export function summary(outcomes: readonly Outcome[]): string[] {
  return habits.map((habit) => {
    const own = outcomes.filter((outcome) => outcome.habit === habit)
    const sum = (pick: (outcome: Outcome) => number) => own.reduce((all, outcome) => all + pick(outcome), 0)
    return `${habit}: ${own.length} errands, ${sum(({ calls }) => calls)} calls, ${sum(({ wrongTurns }) => wrongTurns)} wrong turns, paid ${sum(({ paid }) => paid)} of ${sum(({ expected }) => expected)}, paid twice ${own.filter(({ paid }) => paid > 1).length}, loops ${own.filter(({ isLoop }) => isLoop).length}`
  })
}
