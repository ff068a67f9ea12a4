import all from '../../../../../examples/policies/templates.json'
import type { Level } from '../../../api/level-queries.ts'
import { fieldNamed, type Rules } from '../../../lib/policy-fields.ts'

/** A policy to start from, for one level. */
export interface PolicyTemplate {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly summary: string
  readonly rules: Rules
}

interface Stored extends Omit<PolicyTemplate, 'rules'> {
  readonly levels: Readonly<Partial<Record<Level, Partial<Rules>>>>
}

/** The templates for a level, with the form's names of their fields. A template with rules for a customer is offered for customers only. */
export const templatesFor = (level: Level): PolicyTemplate[] =>
  (all as readonly Stored[]).flatMap(({ name, title, group, summary, levels }) => {
    const own = levels.customer === undefined ? levels.card : level === 'customer' ? levels.customer : undefined
    if (own === undefined) return []
    const rules = { policy: own.policy ?? {}, limits: own.limits ?? {} }
    return [{ name, title: fieldNamed(title)?.label ?? title, group, summary, rules }]
  })

/** The templates whose title or text contains every word of the search. */
export function templatesMatching(templates: readonly PolicyTemplate[], search: string): PolicyTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ title, summary }) => {
    const text = `${title} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The rules with those of a template added. If both set a field, the template's value wins. */
export function withTemplate(rules: Rules, { rules: added }: PolicyTemplate): Rules {
  const policy = { ...rules.policy, ...added.policy }
  const limits = {
    ...(rules.policy['limits'] as object | undefined),
    ...(added.policy['limits'] as object | undefined),
  }
  return {
    policy: Object.keys(limits).length === 0 ? policy : { ...policy, limits },
    limits: { ...rules.limits, ...added.limits },
  }
}
