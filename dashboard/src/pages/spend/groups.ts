/** The groupings of the spend report: a row is one agent, one merchant, one month, and so on. */
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

/** The filters that find the transactions behind a sum, with the currency where sums of several currencies are shown. */
export interface Behind extends Owner {
  readonly currency?: string
}

/** The groupings that the report offers. The API has no sums by merchant or category for single agents and cards. */
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
