import { CUSTOMER_BUCKETS, bucketOfId } from '../../lib/buckets.ts'

/**
 * How the service groups ids by their buckets. All rows of one group are on one server. So one statement or one batch can be about several
 * ids of one group, but not about ids of several groups.
 */
export interface BucketGroups {
  of(id: string): number
  /** How many groups of buckets may have batches of the engine in flight at the same time. */
  readonly atOnce: number
  /** The bucket scopes that a sweep works through, one after the other: together they are all buckets. */
  readonly bucketScopes: readonly BucketScope[]
}

/** The buckets that one statement of a sweep is about: one bucket, or null for all buckets. */
export type BucketScope = number | null

/** The groups of buckets of a database whose tables are all on one server: one group, and one scope with all buckets. */
export const singleBucketGroup: BucketGroups = { of: () => 0, atOnce: 1, bucketScopes: [null] }

/**
 * The groups of buckets of a database whose tables are distributed: each bucket is a group and a scope, because a transaction over several
 * servers costs several times as much.
 */
export const distributedBucketGroups: BucketGroups = { of: bucketOfId, atOnce: 8, bucketScopes: CUSTOMER_BUCKETS }

/** Divides items by the group of buckets that their ids are in. Within a group they stay in their order. */
export const divideByBucketGroup = <Item>(
  groups: BucketGroups,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Item[][] => [...Map.groupBy(items, (item) => groups.of(idOf(item))).values()]

/**
 * Sends the questions about each group of buckets by one call of `ask`. Resolves with the answers in the order of the questions. If there
 * are several groups, each answer is a promise, so that a group whose server is down does not delay the answers of the others.
 */
export async function queryEachBucketGroup<Question, Answer>(
  groups: BucketGroups,
  { questions, idOf }: { questions: readonly Question[]; idOf: (question: Question) => string },
  ask: (questions: readonly Question[], group: number) => Promise<readonly Answer[]>,
): Promise<readonly (Answer | Promise<Answer>)[]> {
  const positions = Map.groupBy(questions.keys(), (position) => groups.of(idOf(questions[position] as Question)))
  const [first] = positions.keys()
  if (first === undefined) return []
  if (positions.size === 1) return ask(questions, first)
  const answers: Promise<Answer>[] = []
  for (const [group, own] of positions) {
    const answered = ask(
      own.map((position) => questions[position] as Question),
      group,
    )
    for (const [index, position] of own.entries()) answers[position] = answered.then((all) => all[index] as Answer)
  }
  await Promise.allSettled(answers)
  return answers
}
