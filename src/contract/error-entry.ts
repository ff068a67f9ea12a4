/**
 * A row of the table of every error that Purser answers (contract, section 2, Errors). A code without a row does not compile;
 * `docs/reference/errors.md` is generated from the table and a test raises every row over HTTP.
 */
export interface ErrorEntry {
  readonly status: number
  /** The error's message: one sentence for a person. Code that throws the error may give a more exact message. */
  readonly message: string
  /** The error's hint: what the caller can do next. */
  readonly hint: string
  /** True: the same request may succeed later, without a change. */
  readonly retryable: boolean
}

/** The error for an id that names no resource of the account. */
export function unknownResource(resource: string) {
  return {
    status: 404,
    message: `There is no such ${resource}.`,
    hint: `Check the id; it must belong to the account of this API key.`,
    retryable: false,
  } as const
}

/** The error of a request that the state of a resource does not allow. */
export function conflict(message: string, hint: string) {
  return { status: 409, message, hint, retryable: false } as const
}
