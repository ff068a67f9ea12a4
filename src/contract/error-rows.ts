/** The row of the error catalogue for a resource that is not there. */
export function unknownResource(resource: string) {
  return {
    status: 404,
    message: `There is no such ${resource}.`,
    hint: `Check the id; it must belong to the account of this API key.`,
    retryable: false,
  } as const
}

/** The row of an error that says that the state of a resource does not allow the request. */
export function conflict(message: string, hint: string) {
  return { status: 409, message, hint, retryable: false } as const
}
