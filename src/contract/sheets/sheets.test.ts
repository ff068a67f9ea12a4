import { describe, expect, it } from 'vitest'
import { callerSetFieldsOf, resourceSheetRowsOf, type ResourceSheet } from './row.ts'
import { resourceSheets } from './sheets.ts'

const sheets: Readonly<Record<string, ResourceSheet>> = resourceSheets

describe.each(Object.keys(sheets))('the sheet of %s', (kind) => {
  const sheet = sheets[kind] as ResourceSheet
  const rows = resourceSheetRowsOf(sheet).map(([, row]) => row)
  const set = callerSetFieldsOf(sheet).map(([, each]) => each)

  it.each([
    ['bodies', set.map(({ number }) => number)],
    ['entries of the audit trail', rows.flatMap(({ audited }) => audited ?? [])],
    ['lists', rows.flatMap(({ listed }) => listed?.at ?? [])],
    ['flags', set.flatMap(({ flags }) => flags?.at ?? [])],
    ['names of flags', set.flatMap(({ flags }) => flags?.of.map(({ name }) => name) ?? [])],
    ['titles of columns', rows.flatMap(({ listed }) => listed?.title ?? [])],
  ])('has no two fields at one place of %s', (_, places) => {
    expect(new Set<unknown>(places).size).toBe(places.length)
  })

  it('audits every field that callers set', () => {
    expect(callerSetFieldsOf(sheet).filter(([, , { audited }]) => audited === null)).toEqual([])
  })
})
