import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TObject, TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { StripeApi } from '../../../../test/support/issuers/stripe-api.ts'
import { PURSER } from '../../../../test/support/processes/purser-bundle.ts'
import { startPurser, type TestPurser } from '../../../../test/support/processes/start-purser.ts'
import { startProcess } from '../../../../test/support/processes/test-process.ts'
import { unusualValue } from '../../../../test/support/records/unusual-value.ts'
import { Limits } from '../../../contract/policy.ts'
import { CreateAgentBody, UpdateAgentBody } from '../../../contract/resources/agents.ts'
import { CreateCardBody, UpdateCardBody } from '../../../contract/resources/cards.ts'
import { CreateCustomerBody, UpdateCustomerBody } from '../../../contract/resources/customers.ts'
import { CreateWebhookBody, UpdateWebhookBody } from '../../../contract/resources/webhooks.ts'
import { type EntryFields, type EntryKind, kinds } from '../file/entry.ts'
import { entryFieldSchemas } from '../file/file-schema.ts'
import { markOf } from '../file/mark.ts'

const bodies: Readonly<Record<EntryKind, readonly TSchema[]>> = {
  customers: [CreateCustomerBody, UpdateCustomerBody],
  agents: [CreateAgentBody, UpdateAgentBody],
  cards: [CreateCardBody, UpdateCardBody],
  webhooks: [CreateWebhookBody, UpdateWebhookBody],
}

/** A person's confirmation of a change, which is no field of the object. */
const NO_FIELD = 'proof'

/** Every field that a caller may set, by the schemas of the operations. */
const settable = kinds.flatMap((kind) => {
  const properties = Object.assign(
    {},
    ...bodies[kind].map((body) => (body as TObject).properties),
  ) as TObject['properties']
  return Object.entries(properties).flatMap(([field, schema]) =>
    field === NO_FIELD ? [] : [{ kind, field, schema: field === 'limits' ? Limits : schema }],
  )
})

/** Values that depend on more than their schema. */
const special: Readonly<Record<string, unknown>> = {
  'customers.currency': 'jpy',
  'customers.name': { business: 'Acme' },
  'customers.phone': '+49 30 901820',
  'cards.issuer': 'stripe',
  'webhooks.url': 'https://EXAMPLE.com/Hook?token=1',
  'webhooks.events': ['card.created', 'transaction.created'],
}
/** Fields beside the one that is tried, without which the API refuses it. */
const address = unusualValue(CreateCardBody.properties.shipping)
const beside: Readonly<Record<string, EntryFields>> = {
  'cards.type': { shipping: address },
  'cards.issuer': { billing: address },
}

interface Made {
  readonly kind: EntryKind
  readonly field: string
  readonly id: string
}

describe('every field that a caller may set', () => {
  const issuer = new StripeApi()
  let folder: string
  let from: TestPurser
  let to: TestPurser
  const made: Made[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'purser-export-'))
    await issuer.up()
    const settings = { PURSER_STRIPE_KEY: 'rk_test_0123456789', PURSER_STRIPE_URL: issuer.url }
    ;[from, to] = await Promise.all([startPurser(settings), startPurser(settings)])
    const customer = await from.purser.customers.create({
      email: 'owner@example.com',
      name: { first: 'Ada', last: 'Byron' },
    })
    const agent = await from.purser.agents.create({ customerId: customer.id, externalId: 'owner' })
    for (const [index, { kind, field, schema }] of settable.entries()) {
      const path = `${kind}.${field}`
      const usual = entryFieldSchemas(kind)[field]?.default
      const owned = field === 'customerId' ? customer.id : field === 'agentId' ? agent.id : undefined
      const value = owned ?? special[path] ?? unusualValue(schema, usual)
      const needed: Readonly<Record<EntryKind, EntryFields>> = {
        customers: field === 'name' ? {} : { email: `customer-${index}@example.com` },
        agents: { customerId: customer.id, externalId: `agent-${index}` },
        cards: { customerId: customer.id },
        webhooks: { url: `https://example.com/${index}`, events: ['*'] },
      }
      const body = { ...needed[kind], ...beside[path], [field]: value }
      const { id } = (await from.purser[kind].create(body as never)) as unknown as { id: string }
      made.push({ kind, field, id })
    }
    await makeCardsThatRest(from)
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await Promise.all([from.stop(), to.stop()])
    await issuer.down()
  })

  async function run({ baseUrl, apiKey }: TestPurser, ...words: string[]): Promise<string> {
    const env = { PURSER_URL: baseUrl, PURSER_API_KEY: apiKey }
    const process = startProcess(PURSER, words, { env, cwd: folder })
    expect(await process.ended, process.stderr.join('\n')).toBe(0) // progress is on standard error
    return process.stdout.join('\n')
  }

  it('is exported and applied to an empty account, whose export is the same, byte for byte', async () => {
    const file = await run(from, 'export')
    writeFileSync(join(folder, 'purser.yaml'), file)
    await run(to, 'apply', '-f', 'purser.yaml', '--yes', '--secrets-file', 'secrets.json')
    expect(await run(to, 'export')).toBe(file)
    expect(await run(to, 'apply', '-f', 'purser.yaml', '--check')).toMatch(/^Nothing to change; \d+ unchanged\.$/)

    const entries = parse(file) as Readonly<Record<EntryKind, Readonly<Record<string, EntryFields>>>>
    for (const kind of kinds) {
      const copies: EntryFields[] = []
      for await (const object of to.purser[kind].list()) copies.push(object)
      const copyOf = (id: unknown) => {
        const [name] = Object.entries(entries[kind]).find(([, entry]) => entry['id'] === id) ?? []
        return copies.find((copy) => markOf(kind, copy)?.name === name)
      }
      for (const { field, id } of made.filter((each) => each.kind === kind)) {
        const [before, after] = [await from.purser[kind].get(id), copyOf(id)]
        expect([kind, field, shown(field, after)]).toEqual([kind, field, shown(field, before)])
        expect([kind, field, shown(field, before)]).not.toEqual([kind, field, undefined])
      }
      expect(copies).toHaveLength(Object.keys(entries[kind]).length)
    }
  })

  it('is a field of the files, or a reference there', () => {
    const references = { customerId: 'customer', agentId: 'agent' } as Readonly<Record<string, string>>
    const missing = settable.filter(({ kind, field }) => !(references[field] ?? field in entryFieldSchemas(kind)))
    expect(missing.map(({ kind, field }) => `${kind}.${field}`)).toEqual([])
  })
})

/** Makes cards whose customer is suspended and whose agent is paused. */
async function makeCardsThatRest({ purser }: TestPurser): Promise<void> {
  const { id: customerId } = await purser.customers.create({ email: 'resting@example.com' })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'resting' })
  await purser.cards.create({ customerId, agentId, label: 'Of a paused agent' })
  await purser.agents.update(agentId, { status: 'paused' })
  await purser.customers.update(customerId, { status: 'suspended' })
}

/** The comparable form of a field: ids are others in another account, and marks are apply's own. */
function shown(field: string, object: EntryFields | undefined): unknown {
  const value = object?.[field]
  if (field === 'customerId' || field === 'agentId') return typeof value
  if (field === 'issuer') return (value as EntryFields | undefined)?.['name']
  if (field === 'description') return String(value).replace(/ \(apply: .*\)$/u, '')
  if (field !== 'metadata') return value
  const { applyName: _name, applyId: _id, ...others } = (value ?? {}) as EntryFields
  return others
}
