import { Type, type Static } from 'typebox'
import { policyLevels, limitWindows } from '../policy.ts'
import { AmountCents, AmountsCurrency, Id, Timestamp } from '../primitives.ts'

/** How many limits an exposure lists in `boundBy` at most. */
export const MAX_LIMITS_BOUNDING_EXPOSURE = 100
/** The most that could still be approved for a customer, an agent or a card. */
export const Exposure = Type.Object(
  {
    now: Timestamp,
    currency: Type.Optional(AmountsCurrency),
    horizons: Type.Array(
      Type.Object({
        until: Type.Enum(['day', 'week', 'month', 'lifetime'], {
          description:
            'The period that `most` is for. `day`: the next 24 hours. `week`: the next 168 hours. `month`: until the end of the UTC month. `lifetime`: without an end.',
        }),
        most: Type.Union([AmountCents, Type.Null()], {
          description: 'The most, in minor units, that can still be approved in the period. Null: no limit applies.',
        }),
        boundBy: Type.Array(
          Type.Object({
            level: Type.Enum([...policyLevels], {
              description: 'The level whose spend is limited. Limits of a policy count for each card.',
            }),
            id: Id,
            window: Type.Enum([...limitWindows]),
            limit: AmountCents,
            remaining: AmountCents,
          }),
          { maxItems: MAX_LIMITS_BOUNDING_EXPOSURE, description: 'The limits from which `most` follows.' },
        ),
      }),
      { minItems: 4, maxItems: 4 },
    ),
    unapprovedMost: Type.Union([AmountCents, Type.Null()], {
      description:
        'The most, in minor units, that can be approved in the next 24 hours without a person: with no approvals besides those already given.',
    }),
  },
  { title: 'Exposure' },
)
export type Exposure = Static<typeof Exposure>
