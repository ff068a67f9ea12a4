/** Thrown to roll a dry run's transaction back. It carries the answer out of the transaction. */
class Tried extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('This was only tried.')
    this.answer = answer
  }
}

/**
 * Makes a change and rolls it back, so that a dry run answers, or refuses, exactly like the change itself. The events, the audit entry and
 * the customer's new version are rolled back, too.
 */
export async function tryAndRollBack<Writing, Answer>(
  change: (work: (writing: Writing) => Promise<never>) => Promise<never>,
  work: (writing: Writing) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await change(async (writing) => {
      throw new Tried(await work(writing))
    })
  } catch (error) {
    if (error instanceof Tried) return error.answer as Answer
    throw error
  }
}
