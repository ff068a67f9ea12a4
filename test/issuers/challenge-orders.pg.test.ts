import { afterAll, beforeAll, expect, it } from 'vitest'
import { bucketOfId } from '../../src/lib/buckets.ts'
import { auditedActOfSystem } from '../../src/domain/audit/audited-act.ts'
import { IssuerRefusal, IssuerUnavailable, type IssuerApiCalls } from '../../src/issuers/issuer.ts'
import { recordCardholderAuthentication } from '../../src/services/issuers/authentication-request.ts'
import { IssuerCalls } from '../../src/services/issuers/calls.ts'
import { expireOverdueChallenges } from '../../src/store/challenges/challenge-saving.ts'
import { answerChallengesOfIntents } from '../../src/store/challenges/following-intents.ts'
import { type Api, startApi } from '../api/typed-api.ts'
import { type Node, startNode } from '../api/http-rig.ts'
import { type Random, seededRandom } from '../model/random.ts'

/** How many random orders are played. `PURSER_CHALLENGE_ORDERS=10000` plays the whole. */
const ORDERS = Number(process.env['PURSER_CHALLENGE_ORDERS'] ?? 24)
const AT_ONCE = 60
const ROUNDS = 9
const SHOP = 'Buchhandlung Lovelace'
const PATIENCE_MS = 60_000

interface Given {
  readonly answer: string
  readonly at: number
}

/** An issuer that is sometimes away, before or after it has taken an answer, and takes one answer before its time is over. */
class Issuer {
  readonly until = new Map<string, number>()
  readonly taken = new Map<string, Given[]>()
  readonly #random: Random
  readonly #now: () => number
  isReliable = false

  constructor(random: Random, now: () => number) {
    this.#random = random
    this.#now = now
  }

  readonly answerChallenge = (reference: string, answer: string): Promise<void> => {
    const before = !this.isReliable && this.#random.chance(0.2)
    if (before) return Promise.reject(new IssuerUnavailable('away'))
    const given = this.taken.get(reference) ?? []
    const [at, until] = [this.#now(), this.until.get(reference) ?? 0]
    if (given.length > 0 || at > until) return Promise.reject(new IssuerRefusal('It was completed already'))
    this.taken.set(reference, [...given, { answer, at }])
    const after = !this.isReliable && this.#random.chance(0.2)
    return after ? Promise.reject(new IssuerUnavailable('the reply was lost')) : Promise.resolve()
  }
}

let api: Api
let second: Node
beforeAll(async () => {
  api = await startApi()
  second = await startNode(api.rig.deps.database, { clock: api.clock, vault: api.rig.deps.vault })
})
afterAll(async () => {
  await second.close()
  await api.stop()
})

interface Play {
  readonly cardId: string
  readonly accountId: string
  readonly references: string[]
  readonly intents: string[]
  /** Answers of people that were accepted, by challenge. */
  readonly accepted: Map<string, string[]>
}

const nodes = () => [api.rig, second] as const

/** A card that the issuer has made already. */
async function newPlay(): Promise<Play> {
  const customerId = (await api.admin('createCustomer', { body: { email: 'ada@example.com' } })).body.id
  const policy = { requireApproval: true, autoApproveBelow: 2000 }
  const cardId = (await api.admin('createCard', { body: { customerId, policy } })).body.id
  const { pool } = api.rig.deps.database
  const { rows } = await pool.query<{ account_id: string }>('select account_id from cards where id = $1', [cardId])
  const accountId = rows[0]?.account_id ?? ''
  await pool.query(
    `insert into issuer_calls (bucket, card_id, account_id, customer_id, issuer, first_status, version, card_token, asked_status,
      asked_count, told_status, failed, attempt) values ($1, $2, $3, $4, 'lithic', 'active', 0, $2, 'active', 0, 'active', false, 0)`,
    [bucketOfId(cardId), cardId, accountId, customerId],
  )
  return { cardId, accountId, references: [], intents: [], accepted: new Map() }
}

const act = auditedActOfSystem('answerIssuerChallenge')

interface Stage {
  readonly random: Random
  readonly issuer: Issuer
}

let count = 0

async function question({ random, issuer }: Stage, play: Play): Promise<void> {
  const isNew = play.references.length === 0 || random.chance(0.4)
  const reference = isNew ? `authentication-${(count += 1)}` : random.pick(play.references)
  if (isNew) play.references.push(reference)
  const isEvent = random.chance(0.7)
  const known = issuer.until.get(reference)
  const answerUntil = isEvent ? (known ?? api.clock.now() + PATIENCE_MS) : null
  if (answerUntil !== null) issuer.until.set(reference, answerUntil)
  const request = {
    reference,
    card: { token: play.cardId, cardId: null },
    amount: random.pick([1500, 4200]),
    currency: 'USD',
    cardholderAmount: null,
    merchant: { name: SHOP },
    answerUntil,
  }
  const of = { accountId: play.accountId, cardId: play.cardId }
  const asked = nodes().filter(() => random.chance(0.7))
  await Promise.all(
    asked.map(({ deps }) => recordCardholderAuthentication({ ...deps, act }, { of, issuer: 'lithic', request })),
  )
}

async function declare({ random }: Stage, play: Play): Promise<void> {
  const body = { purpose: 'A book', expectedAmount: random.pick([1500, 4200]), expectedMerchant: SHOP, ttlMinutes: 1 }
  const { body: intent } = await api.admin('createIntent', { params: { cardId: play.cardId }, body })
  play.intents.push(intent.id)
}

async function decideIntent({ random }: Stage, play: Play): Promise<void> {
  if (play.intents.length === 0) return
  const params = { intentId: random.pick(play.intents) }
  await api.admin(random.pick(['approveIntent', 'approveIntent', 'rejectIntent', 'cancelIntent'] as const), { params })
}

/** People answer at once, on both nodes. */
async function decideChallenge({ random }: Stage, play: Play): Promise<void> {
  const { data } = (await api.admin('listChallenges', { query: { cardId: play.cardId, status: 'pending' } })).body
  const [challenge] = data
  if (challenge === undefined) return
  const secret = await keyOfAdmin()
  const answers = await Promise.all(
    nodes().map(async ({ app }) => {
      const verdict = random.pick(['approve', 'decline'])
      const url = `/v1/challenges/${challenge.id}/${verdict}`
      const reply = await app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${secret}` } })
      return reply.statusCode === 200 ? [verdict] : []
    }),
  )
  play.accepted.set(challenge.id, [...(play.accepted.get(challenge.id) ?? []), ...answers.flat()])
}

let adminKey: Promise<string> | undefined
const keyOfAdmin = () => (adminKey ??= api.rig.key())

async function buy({ random }: Stage, play: Play): Promise<void> {
  const body = { cardId: play.cardId, amount: random.pick([1500, 4200]), merchant: { name: SHOP } }
  await api.admin('createAuthorization', { body })
}

const steps = [question, question, question, declare, declare, decideIntent, decideChallenge, buy]

const newCalls = ({ deps }: Pick<Node, 'deps'>, issuer: Issuer) =>
  new IssuerCalls({
    ...deps,
    issuers: new Map([['lithic', issuer as unknown as IssuerApiCalls]]),
    mirrors: false,
    onError: (error) => {
      throw error
    },
  })

async function sweep(): Promise<void> {
  for (const { deps } of nodes()) {
    const expiry = { now: api.clock.now(), ids: deps.ids, vault: deps.vault }
    await answerChallengesOfIntents(deps.database, expiry)
    await expireOverdueChallenges(deps.database, expiry)
  }
}

async function playSome(seed: number, size: number): Promise<void> {
  const stage = { random: seededRandom(seed), issuer: new Issuer(seededRandom(seed + 1), () => api.clock.now()) }
  const plays: Play[] = []
  for (let n = 0; n < size; n += 1) plays.push(await newPlay())
  let calls = nodes().map((node) => newCalls(node, stage.issuer))
  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(plays.map((play) => stage.random.pick(steps)(stage, play)))
    if (stage.random.chance(0.6)) await Promise.all(calls.map((each) => each.runDue()))
    if (stage.random.chance(0.2)) {
      await Promise.all(calls.map((each) => each.stop()))
      calls = nodes().map((node) => newCalls(node, stage.issuer)) // the nodes were started again
    }
    api.clock.time += stage.random.between(0, 25) * 1000
    if (stage.random.chance(0.5)) await sweep()
  }
  stage.issuer.isReliable = true
  for (let end = 0; end < 4; end += 1) {
    await Promise.all(calls.map((each) => each.runDue()))
    api.clock.time += PATIENCE_MS
    await sweep()
  }
  api.clock.time += 5 * PATIENCE_MS
  await sweep()
  for (const play of plays) await check(stage, play)
}

async function check({ issuer }: Stage, play: Play): Promise<void> {
  const query = { cardId: play.cardId, limit: '100' }
  const { data: challenges } = (await api.admin('listChallenges', { query })).body
  const { pool } = api.rig.deps.database
  const { rows } = await pool.query<{ id: string; reference: string }>(
    'select id, reference from challenges where card_id = $1',
    [play.cardId],
  )
  for (const { id, reference } of rows) {
    const challenge = challenges.find((each) => each.id === id)
    if (challenge === undefined) throw new Error('a challenge is not listed')
    const accepted = play.accepted.get(id) ?? []
    expect(challenge.status).not.toBe('pending')
    expect(accepted.length).toBeLessThanOrEqual(1)
    if (accepted.length === 1) expect(challenge.status).toBe(accepted[0] === 'approve' ? 'approved' : 'declined')
    if (challenge.status === 'approved' && accepted.length === 0) await checkIntent(challenge.intentId)
    if (challenge.decidedAt !== undefined && challenge.decidedBy !== undefined)
      expect(challenge.decidedAt < challenge.expiresAt).toBe(true)
    const given = issuer.taken.get(reference) ?? []
    expect(given.length).toBeLessThanOrEqual(1)
    for (const { answer, at } of given) {
      expect(answer).toBe(challenge.status === 'approved' ? 'approve' : 'decline')
      expect(at).toBeLessThanOrEqual(issuer.until.get(reference) ?? 0)
    }
  }
  const answered = new Set(challenges.filter(({ status }) => status === 'approved').map(({ intentId }) => intentId))
  const { data: transactions } = (await api.admin('listTransactions', { query })).body
  for (const { authenticated, intentId } of transactions) {
    if (authenticated === true) expect(answered).toContain(intentId)
  }
}

/** An intent that approved a challenge needed no person, or a person has approved it. */
async function checkIntent(intentId: string | undefined): Promise<void> {
  expect(intentId).toBeDefined()
  const { body } = await api.admin('getIntent', { params: { intentId: intentId ?? '' } })
  expect(!body.requiresApproval || body.approvedBy !== undefined).toBe(true)
}

it(
  `in ${ORDERS} random orders none is approved without its intent or its person, answered twice, or after its time`,
  async () => {
    for (let played = 0; played < ORDERS; played += AT_ONCE)
      await playSome(played + 1, Math.min(AT_ONCE, ORDERS - played))
  },
  60_000 + ORDERS * 1000,
)
