/** The groups of the report: each row is one agent, one merchant, and so on. */
export const groups = {
  agent: 'Agent',
  customer: 'Customer',
  card: 'Card',
  merchant: 'Merchant',
  category: 'Category',
  day: 'Day',
  week: 'Week',
  month: 'Month',
} as const
export type Group = keyof typeof groups
export type TimeGroup = 'day' | 'week' | 'month'
export type NamedGroup = Exclude<Group, TimeGroup>

export const isTime = (group: Group): group is TimeGroup => group === 'day' || group === 'week' || group === 'month'

/** The customer, agent or card whose spend is summed. Empty: the account. */
export interface Owner {
  readonly customerId?: string
  readonly agentId?: string
  readonly cardId?: string
}

/** The filters of the transactions behind a sum: also its currency, where sums of several stand side by side. */
export interface Behind extends Owner {
  readonly currency?: string
}

/** The API keeps no sums of merchants and categories for single agents and cards. */
export function groupsFor({ agentId, cardId }: Owner): Group[] {
  const all = Object.keys(groups) as Group[]
  if (cardId !== undefined) return all.filter((group) => isTime(group))
  if (agentId !== undefined) return all.filter((group) => isTime(group) || group === 'card')
  return all
}

export function groupOf(text: string | undefined, owner: Owner): Group {
  const able = groupsFor(owner)
  return able.find((group) => group === text) ?? able[0] ?? 'day'
}
