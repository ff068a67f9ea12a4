/** The groupings of the spend report: a row is one agent, one merchant, one month, and so on. */
export const spendGroupings = {
  agent: 'Agent',
  customer: 'Customer',
  card: 'Card',
  merchant: 'Merchant',
  category: 'Category',
  costCenter: 'Cost center',
  day: 'Day',
  week: 'Week',
  month: 'Month',
} as const
export type SpendGrouping = keyof typeof spendGroupings
export type TimeGrouping = 'day' | 'week' | 'month'
export type SpendGroupingByName = Exclude<SpendGrouping, TimeGrouping>

export const isTimeGrouping = (group: SpendGrouping): group is TimeGrouping =>
  group === 'day' || group === 'week' || group === 'month'

/** The customer, agent or card whose spend is summed. Empty: the account. */
export interface SpendOwner {
  readonly customerId?: string
  readonly agentId?: string
  readonly cardId?: string
}

/** The filters that find the transactions behind a sum, with the currency where sums of several currencies are shown. */
export interface SpendFilterOptions extends SpendOwner {
  readonly currency?: string
}

/** The groupings that the report offers. The API has no sums by merchant or category for single agents and cards. */
export function spendGroupingsFor({ agentId, cardId }: SpendOwner): SpendGrouping[] {
  const all = Object.keys(spendGroupings) as SpendGrouping[]
  if (cardId !== undefined) return all.filter((group) => isTimeGrouping(group))
  if (agentId !== undefined)
    return all.filter((group) => isTimeGrouping(group) || group === 'card' || group === 'costCenter')
  return all
}

export function spendGroupingOf(text: string | undefined, owner: SpendOwner): SpendGrouping {
  const able = spendGroupingsFor(owner)
  return able.find((group) => group === text) ?? able[0] ?? 'day'
}
