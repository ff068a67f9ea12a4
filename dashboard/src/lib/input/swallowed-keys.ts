import { GUARD_MS } from './guard-time.ts'

/**
 * Keys that were meant for something that has gone: the rest of a sentence, after its dialog closed by itself. They are swallowed until
 * none is held and nobody has typed for a while. Times are in milliseconds, on any clock.
 */
export function swallowedKeys() {
  const held = new Set<string>()
  /** Of the last key while keys are swallowed. */
  let lastAt: number | undefined
  return {
    begin: (at: number) => {
      lastAt = at
    },
    /** A key went down: whether it is to be swallowed. */
    takes: (code: string, at: number): boolean => {
      if (lastAt !== undefined && held.size === 0 && at - lastAt >= GUARD_MS) lastAt = undefined
      held.add(code)
      if (lastAt === undefined) return false
      lastAt = at
      return true
    },
    released: (code: string, at: number) => {
      held.delete(code)
      if (lastAt !== undefined) lastAt = at
    },
    /** The window hears of no key any longer. */
    forget: () => held.clear(),
  }
}
