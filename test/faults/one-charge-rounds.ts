import { setTimeout as delay } from 'node:timers/promises'
import type { PostgresSocketConnection } from '../../src/app/postgres/connection.ts'
import {
  type AuthorizationAnswer,
  type Card,
  type Intent,
  Purser,
  type Transaction,
} from '../../clients/typescript/src/client.ts'
import { startNodeProcess } from '../support/processes/node-process.ts'
import { openPostgresProxy } from '../support/postgres/postgres-proxy.ts'
import { TEST_API_KEY } from '../support/processes/start-node.ts'
import { type Drop, post } from './dropped-request.ts'

/** Where the node is killed while it works on the purchase. `anywhere`: at a moment of chance. */
export const points = ['before the commit', 'after the commit', 'anywhere'] as const
export type Point = (typeof points)[number]

export interface ChargeRound {
  /** Requests that were sent, were dropped by their client, and ended with the node. */
  readonly requests: number
  readonly dropped: number
  readonly cut: number
  /** Clients that were told so in the end. */
  readonly approved: number
  readonly declined: number
  /** The approval was committed, and the node died before anybody had heard of it. */
  readonly untold: boolean
  /** Approved transactions of the card. One is right. */
  readonly charges: number
  /** Everything else that is not as it must be. */
  readonly broken: readonly string[]
}

export interface ChargeRig {
  /** One purchase that all clients try to make, while the node is killed twice. */
  round(point: Point): Promise<ChargeRound>
  close(): Promise<void>
}

const CLIENTS = 50
const AMOUNT = 42_00
const MERCHANT = { name: 'GITHUB, INC.', mcc: '5734' }
const POLICY = { requireIntent: true, onMissingIntent: 'decline', limits: { total: 1_000_000 } } as const
/** The second kill comes so long after the restart at most: in the middle of the retries. */
const SECOND_KILL_MS = 60

/** How a client asks again: under a reference, under a key, or as if for the first time. */
const KINDS = ['reference', 'key', 'anew'] as const
const DROPS: readonly (Drop | null)[] = [null, 'half sent', 'unheard', null]

interface Told {
  readonly kind: (typeof KINDS)[number]
  readonly text: string
  readonly at: number
}

/** A node as `purser start` makes it, behind a proxy that knows how far its transactions have come. */
export async function openChargeRig(server: PostgresSocketConnection): Promise<ChargeRig> {
  const proxy = await openPostgresProxy(server)
  let node = await startNodeProcess(proxy.connection)
  /** Where the node is; while it is started again, where it will be. */
  let up = Promise.resolve(node.baseUrl)
  const admin = async () => new Purser({ baseUrl: await up, apiKey: TEST_API_KEY })
  const { id: customerId } = await (await admin()).customers.create({ email: 'ada@example.com' })

  const restart = async (): Promise<string> => {
    node.process.child.kill('SIGKILL')
    await node.process.ended
    node = await startNodeProcess(proxy.connection)
    return node.baseUrl
  }
  const crash = async (moment: Promise<void>): Promise<number> => {
    await moment
    const killedAt = Date.now()
    up = restart()
    await up
    return killedAt
  }
  const momentOf = (point: Point, cardId: string): Promise<void> => {
    if (point === 'before the commit') return proxy.silentBeforeCommitOf(cardId)
    if (point === 'after the commit') return proxy.silentAfterCommitOf(cardId)
    return delay(Math.random() * SECOND_KILL_MS)
  }

  return {
    round: async (point) => {
      const purser = await admin()
      const card = await purser.cards.create({ customerId, policy: POLICY })
      const intent = await purser.intents.declare(card.id, { purpose: 'A licence', expectedAmount: AMOUNT })
      const { pan, exp, cvv } = await purser.cards.details(card.id, { intentId: intent.id })
      const body = { pan, exp, cvv, amount: AMOUNT, merchant: MERCHANT }

      const counts = { requests: 0, dropped: 0, cut: 0 }
      const buy = (client: number) => buyUntilTold({ client, body, card, counts, where: () => up })
      const first = crash(momentOf(point, card.id))
      const buying = Promise.all(Array.from({ length: CLIENTS }, (_, client) => buy(client)))
      const killedAt = await first
      await crash(delay(Math.random() * SECOND_KILL_MS))
      return { ...counts, ...(await auditOf(await admin(), { card, intent, told: await buying, killedAt })) }
    },
    close: async () => {
      node.process.child.kill('SIGTERM')
      await node.process.ended
      await proxy.close()
    },
  }
}

interface Buying {
  readonly client: number
  readonly body: object
  readonly card: Card
  readonly counts: { requests: number; dropped: number; cut: number }
  readonly where: () => Promise<string>
}

/** Asks until there is an answer. Half of the clients drop their first request. */
async function buyUntilTold({ client, body, card, counts, where }: Buying): Promise<Told> {
  const kind = KINDS[client % KINDS.length] as Told['kind']
  let drop = DROPS[client % DROPS.length] as Drop | null
  const asked = {
    body: kind === 'reference' ? { ...body, networkReference: `purchase-${card.id}` } : body,
    key: kind === 'key' ? `purchase-${card.id}` : undefined,
  }
  for (;;) {
    const url = `${await where()}/network/authorizations`
    counts.requests += 1
    const outcome = await post(url, { ...asked, drop })
    drop = null
    if (outcome.kind === 'answered' && isFinal(outcome)) return { kind, text: outcome.text, at: Date.now() }
    if (outcome.kind === 'answered') await delay(20)
    else counts[outcome.kind] += 1
  }
}

/** Else the same request is running, or the node is not ready. */
const isFinal = ({ status }: { status: number }) => status !== 409 && status !== 503

interface Purchase {
  readonly card: Card
  readonly intent: Intent
  readonly told: readonly Told[]
  readonly killedAt: number
}

async function auditOf(purser: Purser, { card, intent, told, killedAt }: Purchase) {
  const transactions: Transaction[] = []
  for await (const transaction of purser.transactions.list({ cardId: card.id, limit: 100 })) {
    transactions.push(transaction)
  }
  const charges = transactions.filter(({ decision }) => decision === 'approve')
  const [charge] = charges
  const answers = told.map(({ text }) => JSON.parse(text) as AuthorizationAnswer)
  const approvals = answers.filter(({ decision }) => decision === 'approve')
  const declines = answers.filter(({ decision }) => decision === 'decline')
  const heardAt = Math.min(...told.filter(({ text }) => text.includes('"approve"')).map(({ at }) => at))
  const seen = await purser.intents.get(intent.id)
  const { limits } = await purser.cards.policy(card.id)

  const mustHold: [string, boolean][] = [
    ['every client is told', approvals.length + declines.length === CLIENTS],
    ['every approval told is the one charge', approvals.every(({ transactionId }) => transactionId === charge?.id)],
    ['every decline says that the intent is missing', declines.every(isMissingIntent)],
    [
      'every transaction told is there',
      answers.every((answer) => transactions.some(({ id }) => id === answer.transactionId)),
    ],
    ['one reference has one answer', distinct(told, 'reference') === 1],
    ['one key has one answer', distinct(told, 'key') === 1],
    ['the intent names the charge', seen.status === 'matched' && seen.transactionId === charge?.id],
    ['the card has spent it once', limits.every(({ spent }) => spent === AMOUNT)],
  ]
  return {
    approved: approvals.length,
    declined: declines.length,
    charges: charges.length,
    untold: charge !== undefined && Date.parse(charge.createdAt) <= killedAt && heardAt > killedAt,
    broken: mustHold.filter(([, holds]) => !holds).map(([what]) => what),
  }
}

const isMissingIntent = ({ reasons }: AuthorizationAnswer) =>
  reasons.length === 1 && reasons[0]?.code === 'intent_missing'

const distinct = (told: readonly Told[], kind: Told['kind']): number =>
  new Set(told.filter((each) => each.kind === kind).map(({ text }) => text)).size
