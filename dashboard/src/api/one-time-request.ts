import { PurserError } from '@purser/client'
import { useRef } from 'react'
import type { PasskeySignature } from './sign-in/passkeys.ts'

/** A person's wish to do something once: every try to send the request carries the same idempotency key. */
export interface RequestUnderOneIdempotencyKey {
  readonly idempotencyKey: string
  /** The passkey's signature, once the person has given it. */
  proof?: PasskeySignature
}

/** A new intention with a random key. `crypto.randomUUID` would be absent in browsers on plain http. */
export const newRequestUnderOneIdempotencyKey = (): RequestUnderOneIdempotencyKey => ({
  idempotencyKey: Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join(''),
})

/** Whether it is unknown if a failed request took effect: no try got a final answer. */
export const isRequestOutcomeUnknown = (error: unknown): boolean => error instanceof PurserError && error.retryable

/**
 * Does something under one intention: as long as the input is the same and no final answer has come, a further try sends the same
 * idempotency key, so that the service acts once.
 */
export function useRequestUnderOneIdempotencyKey<Input, Output>(
  act: (input: Input, intention: RequestUnderOneIdempotencyKey) => Promise<Output>,
): (input: Input) => Promise<Output> {
  const current = useRef<{ readonly of: string; readonly intention: RequestUnderOneIdempotencyKey }>(undefined)
  return async (input) => {
    const of = JSON.stringify(input) ?? ''
    if (current.current?.of !== of) current.current = { of, intention: newRequestUnderOneIdempotencyKey() }
    const { intention } = current.current
    try {
      const output = await act(input, intention)
      current.current = undefined
      return output
    } catch (error) {
      if (!isRequestOutcomeUnknown(error)) current.current = undefined
      throw error
    }
  }
}
