import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askablePolicyFields } from '../../src/contract/resources/change-requests.ts'
import { errorCatalogue, invalidRequestReasons } from '../../src/contract/errors.ts'
import { eventTypes } from '../../src/contract/events.ts'
import { policyFields } from '../../src/contract/policy-sheet/policy-sheet.ts'
import { reasonCatalogue } from '../../src/contract/reasons.ts'
import { serviceUnavailableReasons } from '../../src/contract/unavailable.ts'

const contract = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'contract.md'), 'utf8')

/** The text from a heading to the next one of the same level. */
function section(heading: string): string {
  const [, text = ''] = contract.split(`\n${heading}`)
  return text.split(`\n${heading.slice(0, heading.indexOf(' '))} `)[0] ?? ''
}

const codesIn = (text: string): string[] =>
  text
    .matchAll(/`([a-z_]+)`/g)
    .map(([, code = '']) => code)
    .toArray()

/** Paragraphs, items of lists and cells of tables: what a reader takes in at once. */
function paragraphs(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => (line.startsWith('|') ? `\n${line.replaceAll(/(?<!\\)\|/g, '\n\n')}\n` : line))
  return lines
    .map((line) => (/^\s*(?:-|\d+\.|#+) /.test(line) ? `\n${line}` : line))
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}

describe('docs/contract.md', () => {
  it('says nothing in more than 120 words at once', () => {
    const parts = paragraphs(contract)
    expect(parts.length).toBeGreaterThan(1000)
    expect(parts.filter((part) => part.split(/\s+/).length > 120)).toEqual([])
  })

  it('has the sections that comments name', () => {
    const numbers = contract.matchAll(/^## (\d+)\. /gm).map(([, number]) => Number(number))
    expect(numbers.toArray()).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  })

  it('names every field of a policy that an agent can ask to change', () => {
    const [, fields = ''] = /^\*\*Fields of `policy`\*\* that can be asked for are only ([^.]*)\./m.exec(contract) ?? []
    const named = fields.matchAll(/`(\w+)`/g).map(([, field]) => field)
    expect(new Set(named)).toEqual(new Set(askablePolicyFields))
  })

  it('names every error with its status, but resources that are not there', () => {
    const rows = section('### Errors')
      .matchAll(/^\| (\d{3}(?:, \d{3})*) \| (.*) \|$/gm)
      .toArray()
    const named = rows.flatMap(([, statuses = '', codes = '']) =>
      codesIn(codes)
        .filter((code) => code in errorCatalogue)
        .map((code) => ({ code, statuses })),
    )
    const wrong = named.filter(
      ({ code, statuses }) => !statuses.includes(String(errorCatalogue[code as keyof typeof errorCatalogue].status)),
    )
    expect(wrong).toEqual([])
    expect(named.map(({ code }) => code).toSorted()).toEqual(
      Object.keys(errorCatalogue)
        .filter((code) => !code.endsWith('_not_found'))
        .toSorted(),
    )
  })

  it('names the reasons of `invalid_request` and of `unavailable`', () => {
    const codes = new Set(codesIn(section('### Errors')))
    const reasons = [...invalidRequestReasons, ...Object.keys(serviceUnavailableReasons)]
    expect(reasons.filter((reason) => !codes.has(reason))).toEqual([])
  })

  it('has the reasons of declines in the order in which they are given', () => {
    const codes = codesIn(section('### Reason codes')).filter((code) => code in reasonCatalogue)
    expect(codes).toEqual(Object.keys(reasonCatalogue))
  })

  it('says of every event when it is sent', () => {
    const named = section('## 12.')
    expect(eventTypes.filter((type) => !named.includes(`\`${type}`))).toEqual([])
  })

  it('says of every field of a policy what it leaves open', () => {
    const named = section('### Fields of a policy')
    expect(policyFields.filter((field) => !named.includes(`\`${field}`))).toEqual([])
  })
})
