import { Type, type Static } from 'typebox'

/** How many customers, agents or cards of one status are counted at most. Where there are more, the count has `hasMore`. */
export const MAX_COUNTED_BY_STATUS = 1_000

const Count = Type.Object(
  {
    status: Type.String({
      maxLength: 32,
      description: 'The status that is counted, as the filter of the list takes it.',
    }),
    count: Type.Integer({ minimum: 0, maximum: MAX_COUNTED_BY_STATUS }),
    hasMore: Type.Boolean({ description: `Whether more than ${MAX_COUNTED_BY_STATUS} have the status.` }),
  },
  { title: 'StatusCount' },
)
const counts = (counted: string) =>
  Type.Array(Count, { maxItems: 10, description: `How many ${counted} there are of each status, one entry for each.` })

export const StatusCounts = Type.Object(
  { customers: counts('customers'), agents: counts('agents'), cards: counts('cards') },
  { title: 'StatusCounts' },
)
export type StatusCounts = Static<typeof StatusCounts>
