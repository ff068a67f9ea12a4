import { type RefObject, useLayoutEffect, useRef } from 'react'
import { hasPageJustChanged } from './input-guard.ts'
import { isTypingTarget } from './is-typing.ts'

/** Whether an element handles Enter itself: a link, a button or a summary. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('a, button, summary')

interface Key {
  /** The shortcut's description in the list of shortcuts. */
  readonly does: string
  /** True: the shortcut's action repeats while its key is held. */
  readonly repeats?: boolean
  /** True: the shortcut does nothing while some region of the page has just changed. */
  readonly waits?: boolean
  act(): void
}
type Keys = Readonly<Record<string, Key>>

const registered = new Set<RefObject<Keys>>()

/** The shortcuts of the open page, in the order of their registration. */
export const pageShortcuts = (): (readonly [key: string, does: string])[] =>
  [...registered].flatMap(({ current }) => Object.entries(current).map(([key, { does }]) => [key, does] as const))

/** Registers single-key shortcuts of a page. They do nothing while somebody types or a dialog is open. */
export function usePageShortcuts(keys: Keys): void {
  const current = useRef(keys)
  useLayoutEffect(() => {
    current.current = keys
  })
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target)) return
      if (event.key === 'Enter' && isControl(event.target)) return
      if (document.querySelector('dialog[open]') !== null) return
      const key = current.current[event.key]
      if (key === undefined) return
      event.preventDefault()
      if ((event.repeat && key.repeats !== true) || (key.waits === true && hasPageJustChanged())) return
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
