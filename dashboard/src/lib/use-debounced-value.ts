import { useEffect, useState } from 'react'

const WAIT_MS = 250

/** A value after it has stayed the same for `WAIT_MS`, so that a search waits until somebody pauses typing. Values are compared as JSON. */
export function useDebouncedValue<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState({ text, value })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, value }), WAIT_MS)
    return () => clearTimeout(timer)
    // The JSON text changes whenever the value does, so the value itself is no dependency of the effect.
  }, [text])
  return settled.value
}
