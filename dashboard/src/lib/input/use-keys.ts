import { type RefObject, useLayoutEffect, useRef } from 'react'
import { isPageNew } from './input-guard.ts'
import { isTyping } from './is-typing.ts'

/** Enter on these is their own. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('a, button, summary')

interface Key {
  /** The description of the key in the list of shortcuts. */
  readonly does: string
  /** A key that is held does it again and again. */
  readonly repeats?: boolean
  /** The key does nothing while something on the page is new. */
  readonly waits?: boolean
  act(): void
}
type Keys = Readonly<Record<string, Key>>

const registered = new Set<RefObject<Keys>>()

/** The shortcuts that work on the page as it is, in the order of their registration. */
export const pageKeys = (): (readonly [key: string, does: string])[] =>
  [...registered].flatMap(({ current }) => Object.entries(current).map(([key, { does }]) => [key, does] as const))

/** Single-key shortcuts of a page, from the moment it is drawn. They sleep while somebody types, and while a dialog is open. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys)
  useLayoutEffect(() => {
    current.current = keys
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === 'Enter' && isControl(event.target)) return
      if (document.querySelector('dialog[open]') !== null) return
      const key = current.current[event.key]
      if (key === undefined) return
      event.preventDefault()
      if ((event.repeat && key.repeats !== true) || (key.waits === true && isPageNew())) return
      key.act()
    }
    registered.add(current)
    document.addEventListener('keydown', onKey)
    return () => {
      registered.delete(current)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
