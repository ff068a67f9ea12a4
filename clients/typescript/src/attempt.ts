/** One try of a call, as `onAttempt` is told of it. It has neither key nor body, nor the values of a query. */
export interface Attempt {
  readonly method: string
  /** The path of the request below `/v1`, without the query. */
  readonly path: string
  /** The number of the try, from 1. */
  readonly number: number
  /** HTTP status; 0 where there was no reply. */
  readonly status: number
  readonly durationMs: number
  /** The header `X-Request-Id` of the reply. */
  readonly requestId: string | undefined
  /** Why the call's try failed. Undefined: it succeeded. */
  readonly error: Error | undefined
  /** In how many milliseconds the next try begins. Undefined: it was the last one. */
  readonly retryInMs: number | undefined
}

const requestIds = new WeakMap<object, string>()

/** Keeps the request id of an answer beside it: the answer itself is what the API sent, and nothing more. */
export function keepRequestId(answer: unknown, requestId: string | undefined): void {
  if (requestId !== undefined && typeof answer === 'object' && answer !== null) requestIds.set(answer, requestId)
}

/**
 * The id of the request that an answer came with, to quote when asking for help: `requestIdOf(await purser.cards.get(id))`. That of an item
 * of a list is the id of its page's request.
 */
export const requestIdOf = (answer: object): string | undefined => requestIds.get(answer)
