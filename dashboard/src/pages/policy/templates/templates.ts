import all from '../../../../../examples/policies/templates.json'
import type { PolicyLevel } from '../../../api/level-queries.ts'
import { policyFieldNamed, type PolicyAndCaps } from '../../../lib/policy-fields.ts'

/** A policy to start from, for one level. */
export interface PolicyTemplate {
  readonly name: string
  readonly title: string
  readonly group: string
  readonly summary: string
  readonly rules: PolicyAndCaps
}

interface Stored extends Omit<PolicyTemplate, 'rules'> {
  readonly levels: Readonly<Partial<Record<PolicyLevel, Partial<PolicyAndCaps>>>>
}

/** The templates for a level, with the form's names of their fields. A template with rules for a customer is offered for customers only. */
export const policyTemplatesFor = (level: PolicyLevel): PolicyTemplate[] =>
  (all as readonly Stored[]).flatMap(({ name, title, group, summary, levels }) => {
    const own = levels.customer === undefined ? levels.card : level === 'customer' ? levels.customer : undefined
    if (own === undefined) return []
    const rules = { policy: own.policy ?? {}, limits: own.limits ?? {} }
    return [{ name, title: policyFieldNamed(title)?.label ?? title, group, summary, rules }]
  })

/** The policy templates whose title or text contains every word of the search. */
export function policyTemplatesMatching(templates: readonly PolicyTemplate[], search: string): PolicyTemplate[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return templates.filter(({ title, summary }) => {
    const text = `${title} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The rules with those of a template added. If both set a field, the template's value wins. */
export function withPolicyTemplate(rules: PolicyAndCaps, { rules: added }: PolicyTemplate): PolicyAndCaps {
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
