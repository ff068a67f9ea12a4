import { parse } from 'yaml'

interface Rule {
  readonly expr: string
  readonly for?: string
}
interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[]
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * The alert rules for a night that is `times` as short: each `for`, and each range of a query, is divided by `times`. Other numbers stay,
 * also ages in seconds, because leases and retries of the service take their own time. The text is JSON, which is YAML as well.
 */
export function shortenedAlertRules(text: string, times: number): string {
  const duration = (written: string): string => {
    const [, amount = '', unit = ''] = /^(\d+)([smhd])$/.exec(written) ?? []
    const ms = Math.round((Number(amount) * (UNIT_MS[unit] ?? Number.NaN)) / times)
    if (!(ms > 0)) throw new Error(`A duration of the alert rules cannot be read: ${written}`)
    return `${ms}ms`
  }
  const pressed = ({ expr, ...rule }: Rule): Rule => ({
    ...rule,
    expr: expr.replaceAll(/\[([^\]]+)\]/g, (_whole, range: string) => `[${range.split(':').map(duration).join(':')}]`),
    ...(rule.for !== undefined && { for: duration(rule.for) }),
  })
  const { groups } = parse(text) as Rules
  return JSON.stringify({ groups: groups.map((group) => ({ ...group, rules: group.rules.map(pressed) })) }, null, 2)
}
