import { useEffect, useState } from 'react'

const WAIT_MS = 250

/** A value as soon as it has stayed the same for a moment: what somebody types, when they pause. Compared as JSON. */
export function useSettled<T>(value: T): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState({ text, value })
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ text, value }), WAIT_MS)
    return () => clearTimeout(timer)
    // The text says when the value is another one.
  }, [text])
  return settled.value
}
