import { Type, type Static } from 'typebox'

/** How many customers, agents or cards of one status are counted at most. Where there are more, the count has `hasMore`. */
export const MAX_COUNTED_BY_STATUS = 1_000

const Counts = Type.Array(
  Type.Object(
    {
      status: Type.String({ maxLength: 32, description: 'A status, as the filter of the list takes it.' }),
      count: Type.Integer({ minimum: 0, maximum: MAX_COUNTED_BY_STATUS }),
      hasMore: Type.Boolean({ description: `Whether there are more than ${MAX_COUNTED_BY_STATUS}.` }),
    },
    { title: 'StatusCount' },
  ),
  { maxItems: 10, description: 'One entry for each status.' },
)

export const StatusCounts = Type.Object({ customers: Counts, agents: Counts, cards: Counts }, { title: 'StatusCounts' })
export type StatusCounts = Static<typeof StatusCounts>
