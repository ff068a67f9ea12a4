import { useLayoutEffect, useRef } from 'react'

/** Enter on these is their own. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('a, button, summary')

type Keys = Readonly<Record<string, () => void>>

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

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
      const action = current.current[event.key]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
