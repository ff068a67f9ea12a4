/**
 * A row of the table of every error that Purser answers (contract, section 2, Errors). A code without a row does not compile;
 * `docs/reference/errors.md` is generated from the table and a test raises every row over HTTP.
 */
export interface ErrorCatalogueRow {
  readonly status: number
  /** The error's message: one sentence for a person. Code that throws the error may give a more exact message. */
  readonly message: string
  /** The error's hint: what the caller can do next. */
  readonly hint: string
  /** True: the same request may succeed later, without a change. */
  readonly retryable: boolean
}

/** The row of the error catalogue for a resource that is not there. */
export function unknownResourceErrorRow(resource: string) {
  return {
    status: 404,
    message: `There is no such ${resource}.`,
    hint: `Check the id; it must belong to the account of this API key.`,
    retryable: false,
  } as const
}

/** The row of an error that says that the state of a resource does not allow the request. */
export function conflictErrorRow(message: string, hint: string) {
  return { status: 409, message, hint, retryable: false } as const
}
