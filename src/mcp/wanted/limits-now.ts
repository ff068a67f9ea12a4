import { policyFieldGroups, policyRowNamed } from '../../contract/policy-sheet/policy-sheet.ts'
import { ToolRefusal } from '../refusal.ts'
import type { ToolCall } from '../tool.ts'

interface LimitChange {
  readonly change: string
  readonly value: number
  readonly cardId?: string
}

/**
 * Throws a `ToolRefusal` if the new limit of a card is lower than the present one: an agent that requests less has most likely written
 * whole units instead of minor ones. Limits of the agent itself are not checked; the owner who decides sees both values.
 */
export async function checkWantedLimitIsHigher(call: ToolCall, { change, value, cardId }: LimitChange): Promise<void> {
  const limit = cardId === undefined ? undefined : await limitNow(call, change, cardId)
  if (limit === undefined || value >= limit) return
  throw new ToolRefusal('not_more', `That is less than the present limit, which is ${limit}.`, {
    fixedBy: 'you',
    next: {
      say: 'Ask for more than the present limit, in minor units: 4200 for USD 42.00. Tell your owner if you want less.',
    },
  })
}

async function limitNow({ purser, signal }: ToolCall, change: string, cardId: string): Promise<number | undefined> {
  const [area, name = '', window = ''] = change.split('.')
  if (area === 'limits') {
    const { windows } = await purser.cards.budget(cardId, { signal })
    return windows.find((one) => one.level === 'card' && one.kind === 'cap' && one.window === name)?.limit
  }
  const { context } = await purser.spend.evaluate({ cardId, amount: 1 }, {}, { signal })
  // Only limits in amounts of money are compared. Of a policy's minutes or days, an agent may well want fewer.
  const limit =
    Object.hasOwn(policyFieldGroups.money, name) && policyRowNamed(name)?.looser === 'more'
      ? context.policy[name as keyof typeof policyFieldGroups.money]
      : undefined
  return typeof limit === 'object' ? limit[window as keyof typeof limit] : limit
}
