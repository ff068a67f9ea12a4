import { declareOperation, listPageQuery, listPageSchema } from '../operation.ts'
import {
  MAX_POSTING_DAYS,
  MoneyPosting,
  PostingFilters,
  PostingSummary,
  PostingSummaryQuery,
} from '../resources/stats/postings.ts'

const readers = ['admin', 'approver', 'read'] as const

export const postingOperations = {
  listPostings: declareOperation({
    method: 'GET',
    path: '/postings',
    tag: 'Postings',
    summary: 'List what moved money',
    description:
      'One line for each step that moved money, by the moment at which it did: a refund in November of a purchase in October is a line of November. A page reads a bounded number of steps: it may end early or be empty, and still have `hasMore`.',
    roles: readers,
    query: listPageQuery(PostingFilters),
    status: 200,
    response: listPageSchema(MoneyPosting),
    csv: 'All postings of the range as one file, without `limit`, the oldest first. The first line names the columns. The lines of a range that is over never change.',
    errors: [],
  }),
  getPostingSummary: declareOperation({
    method: 'GET',
    path: '/postings/summary',
    tag: 'Postings',
    summary: 'Sum what moved money',
    description: `The sums of the lines that \`GET /postings\` lists for the same range, for at most ${MAX_POSTING_DAYS} days.`,
    roles: readers,
    query: PostingSummaryQuery,
    status: 200,
    response: PostingSummary,
    errors: [],
  }),
} as const
