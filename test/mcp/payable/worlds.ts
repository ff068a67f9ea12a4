import fc from 'fast-check'
import type { Policy } from '../../../src/contract/policy.ts'

export const SHOPS = ['Strand Books', "Powell's Books", 'Notion'] as const
export const ORIGINS = ['https://strand.example', 'https://powells.example', 'https://notion.example'] as const
const AMOUNTS = [900, 1100, 1500, 2900, 3100, 4200, 6000] as const

export interface Order {
  readonly amount: number
  readonly merchant: string
  readonly mcc?: string
  readonly origin?: string
}

/** What happens to a card before somebody asks whether it may pay. */
export type Act =
  | { readonly kind: 'buy' | 'try'; readonly amount: number; readonly merchant: string }
  | { readonly kind: 'declare'; readonly order: Order }
  | { readonly kind: 'correct'; readonly order: Order }
  | { readonly kind: 'approve' | 'reject' | 'cancel' | 'revoke' | 'read' }
  | { readonly kind: 'freeze' | 'pause' | 'suspend' | 'consume' | 'lock' }
  | { readonly kind: 'policy'; readonly policy: Policy }
  | { readonly kind: 'subscribe'; readonly maxAmount: number; readonly merchant: string }
  | { readonly kind: 'renew' | 'hold' | 'end' }

export interface World {
  readonly levels: Readonly<Record<'customer' | 'agent' | 'card', Policy>>
  readonly acts: readonly Act[]
  /** The order that is asked about where none was declared. */
  readonly order: Order
}

const shop = fc.constantFrom(...SHOPS)
const amount = fc.constantFrom(...AMOUNTS)
const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 })

const order: fc.Arbitrary<Order> = fc.record(
  { amount, merchant: shop, mcc: fc.constantFrom('5942', '5734'), origin: fc.constantFrom(...ORIGINS) },
  { requiredKeys: ['amount', 'merchant'] },
)

const end = fc.constantFrom<'decline' | 'flag'>('decline', 'flag')

/** Every rule that a purchase, or the release of its number, can meet. */
const rules = {
  requireIntent: fc.boolean(),
  onMissingIntent: end,
  onIntentMismatch: end,
  intentTolerancePercent: fc.constantFrom(0, 10, 50),
  requireApproval: fc.boolean(),
  autoApproveBelow: fc.constantFrom(1000, 3000, 5000),
  allowedMerchants: some(SHOPS),
  blockedMerchants: some(SHOPS),
  allowedMccs: fc.constant(['5942']),
  blockedMccs: fc.constant(['5734']),
  allowedCountries: fc.constant(['US']),
  allowedOrigins: some(ORIGINS),
  maxAmount: amount,
  limits: fc.record({ perAuth: amount, perDay: fc.constantFrom(3000, 9000) }, { requiredKeys: [] }),
  maxTransactionsPerDay: fc.constantFrom(1, 3),
  cooldownMinutes: fc.constantFrom(1, 30),
  duplicateWindowMinutes: fc.constant(60),
  lockToFirstMerchant: fc.boolean(),
  newMerchant: fc.constant('approve'),
  requireAttestation: fc.boolean(),
} satisfies { readonly [Field in keyof Policy]?: fc.Arbitrary<unknown> }

const policy = fc
  .subarray(Object.keys(rules) as (keyof typeof rules)[], { maxLength: 3 })
  .chain((fields) =>
    fc.record(Object.fromEntries(fields.map((field) => [field, rules[field]]))),
  ) as fc.Arbitrary<Policy>

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('buy', 'try'), amount, merchant: shop }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('correct'), order }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('approve', 'approve', 'reject', 'cancel', 'revoke', 'read') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('freeze', 'pause', 'suspend', 'lock') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('policy'), policy }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('subscribe'), maxAmount: amount, merchant: shop }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('renew', 'hold', 'end') }) },
) as fc.Arbitrary<Act>

const declare = fc.record({ kind: fc.constant('declare' as const), order })

export const world: fc.Arbitrary<World> = fc.record({
  levels: fc.record({ customer: policy, agent: policy, card: policy }),
  acts: fc
    .tuple(fc.array(act, { maxLength: 2 }), fc.option(declare, { freq: 6 }), fc.array(act, { maxLength: 5 }))
    .map(([before, declared, after]) => [...before, ...(declared === null ? [] : [declared]), ...after]),
  order,
})
