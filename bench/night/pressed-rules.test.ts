import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { alerts, RULES_FILE } from '../../test/monitoring/monitoring-files.ts'
import { shortenedAlertRules } from './pressed-rules.ts'

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Record<string, unknown>[] }[]
}
const rulesOf = (text: string) => (parse(text) as Rules).groups.flatMap(({ rules }) => rules)

it('divides each duration, and nothing else', () => {
  const rules = `groups: [{ name: one, rules: [
    { alert: A, expr: 'increase(x_total[15m:15s]) / rate(y_total{a="1"}[5m]) > 300', for: 1h, labels: { severity: info } } ] }]`
  expect(rulesOf(shortenedAlertRules(rules, 30))).toEqual([
    {
      alert: 'A',
      expr: 'increase(x_total[30000ms:500ms]) / rate(y_total{a="1"}[10000ms]) > 300',
      for: '120000ms',
      labels: { severity: 'info' },
    },
  ])
})

it('keeps every alert of the rules, with its labels and annotations', () => {
  const pressed = rulesOf(shortenedAlertRules(readFileSync(RULES_FILE, 'utf8'), 30))
  const without = ({ alert, labels, annotations }: Record<string, unknown>) => ({ alert, labels, annotations })
  expect(pressed.map(without)).toEqual(alerts.map((each) => without({ ...each })))
})

it('refuses a duration that it cannot read', () => {
  const rules = `groups: [{ name: one, rules: [{ alert: A, expr: up == 0, for: 1w }] }]`
  expect(() => shortenedAlertRules(rules, 30)).toThrow('1w')
})
