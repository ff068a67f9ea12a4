import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuthorizationAnswer } from '../../src/contract/resources/transactions.ts'
import { transactionFlagNames } from '../../src/contract/decisions.ts'
import { Limits, Policy } from '../../src/contract/policy.ts'
import { type Api, type Caller, startApi } from '../api/typed-api.ts'
import { startTestCommand } from '../support/processes/test-process.ts'

/** docs/guides/policy-examples.md, played row by row. */
const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/policy-examples.md'), 'utf8')

interface Example {
  readonly title: string
  readonly policy: Record<string, object>
  readonly rows: readonly (readonly [when: string, what: string, answer: string])[]
}

const examples = guide
  .split(/^### /m)
  .slice(1)
  .map((section): Example => {
    const [title = '', ...lines] = section.split('\n')
    const policy = JSON.parse(/```json\n(.*?)```/s.exec(section)?.[1] ?? '') as Example['policy']
    const cells = lines
      .filter((line) => line.startsWith('| 20'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
    return { title, policy, rows: cells.map(([, when = '', what = '', answer = '']) => [when, what, answer]) }
  })

let api: Api
let person: Caller
// A service of its own for each example: its clock only goes on.
beforeEach(async () => {
  api = await startApi()
  person = await api.as('approver')
})
afterEach(() => api.stop())

/** A card as its example describes it, alone with its customer and its agent. */
async function cardOf({ policy }: Example): Promise<string> {
  const levels: Record<string, object> = 'card' in policy ? policy : { card: { policy } }
  const { id: customerId } = (
    await api.admin('createCustomer', { body: { email: 'ada@example.com', ...levels['customer'] } })
  ).body
  const { id: agentId } = (
    await api.admin('createAgent', { body: { customerId, externalId: customerId, ...levels['agent'] } })
  ).body
  return (await api.admin('createCard', { body: { customerId, agentId, ...levels['card'] } })).body.id
}

/** The other flags repeat the policy. */
const flagsOfPurchases = transactionFlagNames.filter((flag) => !flag.startsWith('requires') && flag !== 'nearLimit')

const cents = (dollars: string) => Math.round(Number(dollars) * 100)

const PURCHASE =
  /^(?<verb>pays|adds|declares) (?<dollars>[\d.]+)(?: at (?<name>.+?))?(?: with the id (?<networkId>\d+))?(?: \((?:(?<mcc>\d{4})|(?<country>[A-Z]{2}))\))?(?<typed> by number(?: and CVV)?)?$/

/** Does what a row says; answers in the words of the guide. */
async function play(cardId: string, what: string): Promise<string[]> {
  const params = { cardId }
  if (what === 'reads the number') {
    const { body } = await api.admin('getCardDetails', { params })
    return [body.error?.code ?? 'given']
  }
  if (what === 'the agent reads the number') {
    const { agentId } = (await api.admin('getCard', { params })).body
    const agent = await api.as('agent', agentId ?? '')
    const [intent] = (await agent('listCardIntents', { params })).body.data
    const { body } = await agent('getCardDetails', {
      params,
      body: intent === undefined ? {} : { intentId: intent.id },
    })
    return [body.error?.code ?? 'given']
  }
  const [, expectedOrigin] = /^declares a purchase at (https:\S+)$/.exec(what) ?? []
  if (expectedOrigin !== undefined) {
    const body = { purpose: 'Supplies', expectedOrigin }
    return [(await api.admin('createIntent', { params, body })).body.status]
  }
  if (what === 'attests') {
    return [(await api.admin('requestCardAccess', { params, body: { purpose: 'Supplies' } })).body.decision]
  }
  if (what === 'a person rejects') {
    const [intent] = (await api.admin('listCardIntents', { params })).body.data
    return [(await person('rejectIntent', { params: { intentId: intent?.id ?? '' } })).body.status]
  }
  const approver = approvers()[what]
  if (approver !== undefined) {
    const [intent] = (await api.admin('listCardIntents', { params })).body.data
    const { body } = await approver('approveIntent', { params: { intentId: intent?.id ?? '' } })
    return [body.error?.code ?? body.status]
  }
  const { verb, dollars = '', name, networkId, mcc, country, typed } = PURCHASE.exec(what)?.groups ?? {}
  if (verb === undefined) throw new Error(`The guide says what nobody understands: ${what}`)
  const amount = cents(dollars)
  if (verb === 'declares') {
    const body = { purpose: 'Supplies', expectedAmount: amount, expectedMerchant: name }
    return [(await api.admin('createIntent', { params, body })).body.status]
  }
  if (verb === 'adds') {
    const [last] = (await api.admin('listTransactions', { query: { cardId, status: 'pending' } })).body.data
    const increment = { params: { transactionId: last?.id ?? '' }, body: { amount } }
    return answerOf((await api.admin('incrementAuthorization', increment)).body)
  }
  const merchant = {
    ...(name && { name }),
    ...(networkId && { networkId }),
    ...(mcc && { mcc }),
    ...(country && { country }),
  }
  const card = typed === undefined ? { cardId } : await typedIn(cardId, typed)
  return answerOf((await api.admin('createAuthorization', { body: { ...card, amount, merchant } })).body)
}

/** What a buyer types: the number that is released for the card's newest intent, or without one. */
async function typedIn(cardId: string, typed: string): Promise<object> {
  const params = { cardId }
  const [intent] = (await api.admin('listCardIntents', { params })).body.data
  const body = intent === undefined ? {} : { intentId: intent.id }
  const { pan, cvv } = (await api.admin('getCardDetails', { params, body })).body
  return typed.endsWith('CVV') ? { pan, cvv } : { pan }
}

/** Declared by the operator's key. */
const approvers = (): Partial<Record<string, Caller>> => ({
  'a person approves': person,
  'approves it itself': api.admin,
})

function answerOf({ decision, reasons, flags }: AuthorizationAnswer): string[] {
  return decision === 'decline'
    ? reasons.map(({ code }) => code)
    : ['approved', ...flagsOfPurchases.filter((flag) => flags[flag])]
}

describe('what the guide to policies shows is what happens', () => {
  it.each(examples)('$title', async (example) => {
    let cardId: string | undefined
    for (const [when, what, answer] of example.rows) {
      api.clock.time = Date.parse(`${when.replace(' ', 'T')}Z`)
      cardId ??= await cardOf(example)
      const words = answer.replaceAll('`', '').split(', ')
      const said = await play(cardId, what)
      expect({ when, what, answer: said }).toEqual({ when, what, answer: words })
    }
    expect(example.rows.length).toBeGreaterThan(1)
  })

  it('the call that puts one on a card is the one that the guide shows', async () => {
    const cardId = await cardOf({ title: '', policy: { cooldownMinutes: 5 } as never, rows: [] })
    const address = await api.rig.app.listen({ port: 0, host: '127.0.0.1' })
    const [, shown = ''] = /```sh\n(.*?)```/s.exec(guide) ?? []
    const env = { PURSER_URL: `${address}/v1`, PURSER_API_KEY: await api.rig.key(), CARD: cardId }
    const curl = startTestCommand('sh', ['-c', shown], { env })
    expect([await curl.ended, curl.stderr]).toEqual([0, []])
    const { policy } = (await api.admin('getCard', { params: { cardId } })).body
    expect(policy).toEqual({ ...examples[0]?.policy, cooldownMinutes: 5 })
  })

  it('every field has an example of its own', () => {
    const fields = [
      ...Object.keys(Policy.properties).filter((field) => field !== 'limits'),
      ...Object.keys(Limits.properties).map((window) => `limits.${window}`),
    ]
    const titles = new Set(examples.map(({ title }) => title.replaceAll('`', '')))
    expect(fields.filter((field) => !titles.has(field))).toEqual([])
  })
})
