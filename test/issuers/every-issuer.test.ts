import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { issuerSettingHints, issuerSettingLines } from '../../dashboard/src/lib/issuer-settings.ts'
import { issuerConnectionsOf, issuerCurrenciesOf, settingsOfIssuer } from '../../src/app/settings/issuer-settings.ts'
import { settingOptionsHelp, settingOptionRows } from '../../src/app/settings/options.ts'
import { readSettings } from '../../src/app/settings/read-settings.ts'
import { commandHelp } from '../../src/cli/help.ts'
import { cardsCommand } from '../../src/cli/commands/resources/cards.ts'
import { issuerEndpoints } from '../../src/contract/operations/issuers.ts'
import * as allIssuers from '../../src/issuers/all-issuers.ts'
import * as allSettings from '../../src/issuers/all-settings.ts'
import * as allSheets from '../../src/issuers/all-sheets.ts'
import { issuerNamed } from '../../src/issuers/registry.ts'
import { externalIssuers, issuerNames, issuerTitle } from '../../src/issuers/names.ts'
import { issuerSheetOf } from '../../src/issuers/sheets.ts'
import { answerStepDeadlinesMs } from '../../src/lib/traffic/deadlines.ts'
import { issuersGuideRows } from '../support/issuers/guide-rows.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')
const settings = readSettings({})

interface Schema {
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly description?: string
  readonly items?: Schema
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: object }
}
const document = JSON.parse(text('docs', 'reference', 'openapi.json')) as Document
const schemaOf = (name: string, field: string): Schema | undefined =>
  document.components.schemas[name]?.properties?.[field]

it('the lists of issuers are the same', () => {
  for (const list of [allSheets, allSettings, allIssuers])
    expect(Object.keys(list).toSorted()).toEqual(externalIssuers.toSorted())
  expect(schemaOf('IssuedBy', 'name')?.enum).toEqual(externalIssuers)
  expect(schemaOf('IssuerConnection', 'name')?.enum).toEqual(externalIssuers)
  expect(schemaOf('NumberSession', 'issuer')?.enum).toEqual(externalIssuers)
  expect(schemaOf('AccountIssuer', 'name')?.enum).toEqual(issuerNames)
  const { create } = cardsCommand.actions
  expect(create && commandHelp({ name: 'cards create', summary: '', command: create })).toContain(issuerNames.join('|'))
})

describe.each(externalIssuers)('every reader has all parts of %s:', (name) => {
  const issuer = issuerNamed(name)
  const sheet = issuerSheetOf(name) as NonNullable<ReturnType<typeof issuerSheetOf>>
  const { key, endpoints } = sheet
  const own = settingsOfIssuer(settings, name)
  const connection = issuerConnectionsOf(settings).find((each) => each.name === name)

  it('its folder has its own name', () => {
    expect(issuer.name).toBe(name)
  })

  it('settings are in the table, in the reference, in the help, in the chart and in the dashboard', () => {
    const rows = Object.values(issuer.settings)
    const chart = text('deploy', 'helm', 'purser', 'values.schema.json')
    for (const row of rows) {
      expect(settingOptionRows).toContain(row)
      for (const place of [text('docs', 'reference', 'configuration.md'), chart, settingOptionsHelp()])
        expect(place).toContain(row.env)
      if (row.secret) expect(settingOptionRows.map(({ env }) => env)).toContain(`${row.env}_FILE`)
    }
    const hints = issuerSettingHints(name)
    expect(connection?.settings.map((each) => each.name)).toEqual([...hints.keys()])
    expect([...hints.values()].every((hint) => hint !== '')).toBe(true)
    for (const { variable } of [key, endpoints.authorizations.secret, endpoints.events.secret])
      expect(issuerSettingLines(name).join('\n')).toContain(`${variable}=`)
  })

  it('it has currencies of its own', () => {
    expect(issuerCurrenciesOf(settings)[name]).toBe(own.currencies)
    expect(own.currencies.length).toBeGreaterThan(0)
    const { env } = issuer.settings.currencies
    expect(issuerCurrenciesOf(readSettings({ [env]: 'JPY' }))).toEqual({
      ...issuerCurrenciesOf(settings),
      [name]: ['JPY'],
    })
  })

  it('sheet, settings and reader agree whether it asks about challenges', () => {
    const has = endpoints.challenges !== null
    expect(issuer.settings.challengeSecret !== undefined).toBe(has)
    expect(issuer.inbound.parseAuthentication !== undefined).toBe(has)
    expect(issuer.inbound.answerAuthentication !== undefined).toBe(has)
  })

  it('the API document has its signature, its answers and its number session', () => {
    expect(document.components.securitySchemes).toHaveProperty(`${name}Signature.name`, sheet.signature.header)
    const { answerIssuer, answerIssuerChallenge, tellIssuerEvent } = issuerEndpoints
    expect(answerIssuer.examples[name]).toBe(endpoints.authorizations.exampleAnswer)
    expect(answerIssuerChallenge.examples[name]).toBe(endpoints.challenges?.exampleAnswer)
    expect(tellIssuerEvent.examples[name]).toEqual({ received: true })
    const [{ numberSession }, title] = [sheet, issuerTitle(name)]
    if (numberSession === null) return
    expect(schemaOf('NumberSession', 'session')?.description).toContain(`for ${title} ${numberSession.session}`)
    expect(text('docs', 'reference', 'openapi.json')).toContain(`For cards of ${title}: ${numberSession.description}.`)
  })

  it('is answered later than a command may take, and sooner than any request', () => {
    expect(issuer.inbound.answerWithinMs).toBe(sheet.answerWithinMs)
    expect(sheet.answerWithinMs).toBeGreaterThan(answerStepDeadlinesMs.command)
    expect(sheet.answerWithinMs).toBeLessThan(answerStepDeadlinesMs.answer)
  })

  it('has an address, a guide, and a column in the table of events', () => {
    expect(URL.canParse(issuer.urlOf(own))).toBe(true)
    expect(issuer.isLive(own)).toBeNull()
    expect(existsSync(join(root, 'docs', 'guides', `${name}.md`))).toBe(true)
    expect(text('docs', 'README.md')).toContain(`guides/${name}.md`)
    for (const events of Object.values(issuer.eventNames))
      expect(text('docs', 'guides', 'issuers.md')).toContain(events)
    expect(issuersGuideRows().size).toBe(Object.keys(issuer.eventNames).length)
  })
})
