import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { StripeApi } from '../../../../test/support/issuers/stripe-api.ts'
import { PURSER_ENTRY_FILE } from '../../../../test/support/processes/purser-bundle.ts'
import { startPurser, type TestPurser } from '../../../../test/support/processes/start-purser.ts'
import { startTestScript } from '../../../../test/support/processes/test-process.ts'
import { unusualSchemaValue } from '../../../../test/support/records/unusual-value.ts'
import { type CallerSetField, callerSetFieldsOf, type ResourceSheet } from '../../../contract/sheets/row.ts'
import { resourceSheets } from '../../../contract/sheets/sheets.ts'
import { type ApplyEntryFields, type ApplyEntryKind, applyEntryKinds } from '../file/entry.ts'
import { fieldSchemasOfApplyFileEntry } from '../file/file-schema.ts'
import { applyMarkOfObject } from '../file/mark.ts'

const sheets: Readonly<Record<ApplyEntryKind, ResourceSheet>> = resourceSheets

/** Every field of a customer, agent, card or webhook that a caller may set. */
const settable = applyEntryKinds.flatMap((kind) =>
  callerSetFieldsOf(sheets[kind]).map(([field, set, { schema }]) => ({
    kind,
    field,
    set,
    schema: set.merge === 'caps' ? schema : (set.input ?? schema),
  })),
)

/** Test values of the fields for which the API does not accept every value that fits the schema. */
const special: Readonly<Record<string, unknown>> = {
  'customers.currency': 'jpy',
  'customers.name': { business: 'Acme' },
  'customers.phone': '+49 30 901820',
  'cards.issuer': 'stripe',
  'webhooks.url': 'https://EXAMPLE.com/Hook?token=1',
  'webhooks.events': ['card.created', 'transaction.created'],
}
/** Further fields that a card must have for the API to accept the field under test. */
const address = unusualSchemaValue(resourceSheets.cards.shipping.schema)
const beside: Readonly<Record<string, ApplyEntryFields>> = {
  'cards.type': { shipping: address },
  'cards.issuer': { billing: address },
}

interface Made {
  readonly kind: ApplyEntryKind
  readonly field: string
  readonly set: CallerSetField
  /** The id of the object whose creation has set the tested field. */
  readonly id: string
  /** The id of an object whose field a PATCH has set, to the value that the field has in the object `id`. Null: no PATCH sets the field. */
  readonly patchedId: string | null
  /** The id of an object whose tested field neither its creation nor a PATCH has set. */
  readonly plainId: string
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
    const create = async (kind: ApplyEntryKind, body: ApplyEntryFields) =>
      ((await from.purser[kind].create(body as never)) as unknown as { id: string }).id
    let count = 0
    for (const { kind, field, set, schema } of settable) {
      const path = `${kind}.${field}`
      const owned = field === 'customerId' ? customer.id : field === 'agentId' ? agent.id : undefined
      const value = owned ?? special[path] ?? unusualSchemaValue(schema, set.default)
      const needed = (): ApplyEntryFields => {
        count += 1
        return {
          customers: field === 'email' ? { name: { first: 'Ada' } } : { email: `customer-${count}@example.com` },
          agents: { customerId: customer.id, externalId: `agent-${count}` },
          cards: { customerId: customer.id },
          webhooks: { url: `https://example.com/${count}`, events: ['*'] },
        }[kind]
      }
      const id = await create(kind, { ...needed(), ...beside[path], [field]: value })
      const plainId = await create(kind, needed())
      const isPatched = set.update === 'unset' || set.update === 'keep'
      const patchedId = isPatched ? await create(kind, needed()) : null
      if (patchedId !== null) await from.purser[kind].update(patchedId, { [field]: value })
      made.push({ kind, field, set, id, patchedId, plainId })
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
    const process = startTestScript(PURSER_ENTRY_FILE, words, { env, cwd: folder })
    expect(await process.ended, process.stderr.join('\n')).toBe(0) // progress is on standard error
    return process.stdout.join('\n')
  }

  it('is exported and applied to an empty account, whose export is the same, byte for byte', async () => {
    const file = await run(from, 'export')
    writeFileSync(join(folder, 'purser.yaml'), file)
    await run(to, 'apply', '-f', 'purser.yaml', '--yes', '--secrets-file', 'secrets.json')
    expect(await run(to, 'export')).toBe(file)
    expect(await run(to, 'apply', '-f', 'purser.yaml', '--check')).toMatch(/^Nothing to change; \d+ unchanged\.$/)

    const entries = parse(file) as Readonly<Record<ApplyEntryKind, Readonly<Record<string, ApplyEntryFields>>>>
    for (const kind of applyEntryKinds) {
      const copies: ApplyEntryFields[] = []
      for await (const object of to.purser[kind].list()) copies.push(object)
      const copyOf = (id: unknown) => {
        const [name] = Object.entries(entries[kind]).find(([, entry]) => entry['id'] === id) ?? []
        return copies.find((copy) => applyMarkOfObject(kind, copy)?.name === name)
      }
      for (const { field, id, patchedId } of made.filter((each) => each.kind === kind)) {
        const before = shown(field, await from.purser[kind].get(id))
        expect([kind, field, before]).not.toEqual([kind, field, undefined])
        for (const each of patchedId === null ? [id] : [id, patchedId]) {
          expect([kind, field, shown(field, await from.purser[kind].get(each))]).toEqual([kind, field, before])
          expect([kind, field, shown(field, copyOf(each))]).toEqual([kind, field, before])
        }
      }
      expect(copies).toHaveLength(Object.keys(entries[kind]).length)
    }
  })

  it('is unset by null, where it can be', async () => {
    for (const { kind, field, set, id, plainId } of made.filter((each) => each.set.update === 'unset')) {
      const { purser } = from
      if (kind === 'customers') await purser.customers.update(id, besideUnset(field))
      await purser[kind].update(id, { [field]: null })
      const plain = shown(field, await purser[kind].get(plainId))
      expect([kind, field, set.update, shown(field, await purser[kind].get(id))]).toEqual([kind, field, 'unset', plain])
    }
  })

  it('is in the audit trail', async () => {
    for (const { kind, field, set, id } of made) {
      const row = sheets[kind][field]
      if (row?.audited === null) continue
      const { data } = await from.purser.audit.list({ resourceId: id })
      const paths = data.flatMap(({ changes }) => changes.map(({ path }) => path.split('.')[0]))
      expect([kind, field, set.create, paths.includes(field)]).toEqual([kind, field, set.create, true])
    }
  })

  it('is a field of the files, or a reference there', () => {
    const references = { customerId: 'customer', agentId: 'agent' } as Readonly<Record<string, string>>
    const missing = settable.filter(
      ({ kind, field }) => !(references[field] ?? field in fieldSchemasOfApplyFileEntry(kind)),
    )
    expect(missing.map(({ kind, field }) => `${kind}.${field}`)).toEqual([])
  })
})

/** The name or email that a customer gets before a field is unset: the API accepts no customer that has neither. */
const besideUnset = (field: string): ApplyEntryFields =>
  field === 'email' ? { name: { first: 'Ada' } } : { email: 'left@example.com' }

/** Makes cards whose customer is suspended and whose agent is paused. */
async function makeCardsThatRest({ purser }: TestPurser): Promise<void> {
  const { id: customerId } = await purser.customers.create({ email: 'resting@example.com' })
  const { id: agentId } = await purser.agents.create({ customerId, externalId: 'resting' })
  await purser.cards.create({ customerId, agentId, label: 'Of a paused agent' })
  await purser.agents.update(agentId, { status: 'paused' })
  await purser.customers.update(customerId, { status: 'suspended' })
}

/** The value of a field in a form that is equal in two accounts: without ids, and without the marks that `purser apply` adds. */
function shown(field: string, object: ApplyEntryFields | undefined): unknown {
  const value = object?.[field]
  if (field === 'customerId' || field === 'agentId') return typeof value
  if (field === 'issuer') return (value as ApplyEntryFields | undefined)?.['name']
  if (field === 'description') return String(value).replace(/ \(apply: .*\)$/u, '')
  if (field !== 'metadata') return value
  const { applyName: _name, applyId: _id, ...others } = (value ?? {}) as ApplyEntryFields
  return others
}
