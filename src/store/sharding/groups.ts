import { BUCKETS, bucketOf } from '../../lib/buckets.ts'

/** What may travel in one statement, or in one batch: what a server can do at once. By ids. */
export interface Groups {
  of(id: string): number
  /** Groups whose batches are on their way at a time. */
  readonly atOnce: number
  /** What a sweep looks through, one after the other. */
  readonly parts: readonly Part[]
}

/** A bucket, or everything. */
export type Part = number | null

/** Everything: all tables are on one server. */
export const oneGroup: Groups = { of: () => 0, atOnce: 1, parts: [null] }

/** Buckets: they may be on different servers, and a transaction over several is several times as dear. */
export const bucketGroups: Groups = { of: bucketOf, atOnce: 8, parts: BUCKETS }

/** Items by their groups, each in its order. */
export const inGroups = <Item>(groups: Groups, items: readonly Item[], idOf: (item: Item) => string): Item[][] => [
  ...Map.groupBy(items, (item) => groups.of(idOf(item))).values(),
]

/**
 * Asks for each group by itself, and answers in the order of the questions. Where there are several each answer is a promise: a group whose
 * server is away keeps none of the others from theirs.
 */
export async function eachGroup<Question, Answer>(
  groups: Groups,
  { questions, idOf }: { questions: readonly Question[]; idOf: (question: Question) => string },
  ask: (questions: readonly Question[], group: number) => Promise<readonly Answer[]>,
): Promise<readonly (Answer | Promise<Answer>)[]> {
  const places = Map.groupBy(questions.keys(), (place) => groups.of(idOf(questions[place] as Question)))
  const [first] = places.keys()
  if (first === undefined) return []
  if (places.size === 1) return ask(questions, first)
  const answers: Promise<Answer>[] = []
  for (const [group, own] of places) {
    const found = ask(
      own.map((place) => questions[place] as Question),
      group,
    )
    for (const [index, place] of own.entries()) answers[place] = found.then((all) => all[index] as Answer)
  }
  await Promise.allSettled(answers)
  return answers
}
