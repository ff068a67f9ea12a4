/** Carries an answer out of a transaction that is rolled back for it. */
class Tried extends Error {
  readonly answer: unknown
  constructor(answer: unknown) {
    super('This was only tried.')
    this.answer = answer
  }
}

/**
 * Does a change and takes it back: whatever the change does and refuses, its dry run does and refuses. With the change go its
 * events, its audit entry and the customer's new version.
 */
export async function tried<Writing, Answer>(
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
