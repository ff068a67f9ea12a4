import { PurserError } from '@purser/client'
import { useRef } from 'react'
import type { Proof } from './sign-in/passkeys.ts'

/** Something that a person wants to be done once, however often it takes to send it. */
export interface Intention {
  readonly idempotencyKey: string
  /** The passkey's confirmation, once it is given. */
  proof?: Proof
}

/** `crypto.randomUUID` is absent in browsers on plain http. */
export const newIntention = (): Intention => ({
  idempotencyKey: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join(''),
})

/** Whether it is not known what became of a request: none of its tries was answered by more than that it may succeed later. */
export const isUnanswered = (error: unknown): boolean => error instanceof PurserError && error.retryable

/**
 * Does something under one intention for as long as it is the same that the person wants and no answer has come: a second try is then
 * the first one, sent again.
 */
export function useOnce<Input, Output>(
  act: (input: Input, intention: Intention) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const current = useRef<{ readonly of: string; readonly intention: Intention }>(undefined)
  return async (input) => {
    const of = JSON.stringify(input) ?? ''
    if (current.current?.of !== of) current.current = { of, intention: newIntention() }
    const { intention } = current.current
    try {
      const output = await act(input, intention)
      current.current = undefined
      return output
    } catch (error) {
      if (!isUnanswered(error)) current.current = undefined
      throw error
    }
  }
}
