import { createContext, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { GUARD_MS } from './guard-time.ts'

/**
 * A yes is for what was seen. An agent chooses when it asks, so it could change a page in the moment in which somebody presses: a press counts
 * only if what it falls on has been shown for a while when it begins.
 */

const changedAt = new WeakMap<Element, number>()
let lastChangeAt = Number.NEGATIVE_INFINITY
/** When the key or button of the mouse went down that a click comes from. Undefined: it comes from neither, as those of screen readers. */
let pressedAt: number | undefined
const swallowed = swallowedKeys()

/** Controls that cannot be pressed while the region around them is new: decisions, and every control of a table whose rows have moved. */
const GUARDED = '[data-decides], [data-guarded="rows"] :is(button, input)'

const sinceChange = (at: number, changed = Number.NEGATIVE_INFINITY): number => at - changed

/** Whether what is around an element was new when somebody pressed, or has changed since. */
function isNew(element: Element): boolean {
  const at = pressedAt ?? performance.now()
  for (let around = element.closest('[data-guarded]'); around !== null;) {
    if (sinceChange(at, changedAt.get(around)) < GUARD_MS) return true
    around = around.parentElement?.closest('[data-guarded]') ?? null
  }
  return false
}

/** Whether anything on the page was new when the key went down that is being handled. */
export const isPageNew = (): boolean => sinceChange(pressedAt ?? performance.now(), lastChangeAt) < GUARD_MS

/** Called when a dialog or a field that had the keyboard has closed by itself. */
export const swallowKeys = (): void => swallowed.begin(performance.now())

const drop = (event: Event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
}
const elementOf = ({ target }: Event): Element | null => (target instanceof Element ? target : null)

function onKeyDown(event: KeyboardEvent): void {
  const at = performance.now()
  if (!event.repeat) pressedAt = at
  const isOfBrowser = (event.ctrlKey || event.metaKey || event.altKey) && event.key.toLowerCase() !== 'z'
  if (swallowed.takes(event.code, at) && event.key !== 'Tab' && !isOfBrowser) return drop(event)
  const decides = elementOf(event)?.closest('[data-decides]') ?? null
  // A held Enter would press again and again, and the space bar is hit by whoever is in the middle of a sentence.
  if (decides !== null && (event.key === ' ' || (event.key === 'Enter' && event.repeat))) event.preventDefault()
}

function onKeyUp(event: KeyboardEvent): void {
  swallowed.released(event.code, performance.now())
  // Firefox presses a button when the space bar comes up.
  if (event.key === ' ' && elementOf(event)?.closest('[data-decides]')) event.preventDefault()
}

function onClick(event: MouseEvent): void {
  const pressed = elementOf(event)?.closest(GUARDED) ?? null
  const isSecondOfTwo = event.detail > 1 && pressed?.matches('[data-decides]') === true
  if (pressed !== null && (isSecondOfTwo || isNew(pressed))) drop(event)
  pressedAt = undefined
}

/** A form is sent by Enter in a field of it, too. */
function onSubmit(event: SubmitEvent): void {
  const form = elementOf(event)
  if (form !== null && isNew(form)) drop(event)
}

/** Watches all input of the page, before anything else hears of it. */
export function guardInput(): void {
  const first = { capture: true }
  addEventListener('keydown', onKeyDown, first)
  addEventListener('keyup', onKeyUp, first)
  addEventListener('blur', () => swallowed.forget())
  addEventListener('pointerdown', () => (pressedAt = performance.now()), first)
  addEventListener('click', onClick, first)
  addEventListener('submit', onSubmit, first)
}

/** The controls that cannot be pressed yet because the region around them is new: decisions, or all controls in the rows of a table. */
export const IsNew = createContext<'decisions' | 'rows' | undefined>(undefined)

/**
 * Guards an element: `shown` says what it shows, and from each change on nothing in it decides for a while. `fromFirst`: also from when it
 * appears.
 */
export function useGuard<E extends HTMLElement>(
  shown: string,
  fromFirst: boolean,
): readonly [RefObject<E | null>, boolean] {
  const element = useRef<E>(null)
  const last = useRef(fromFirst ? undefined : shown)
  const [isGuarded, setGuarded] = useState(fromFirst)
  useLayoutEffect(() => {
    if (element.current === null) return undefined
    if (last.current !== shown) {
      last.current = shown
      lastChangeAt = performance.now()
      changedAt.set(element.current, lastChangeAt)
      setGuarded(true)
    }
    const leftMs = GUARD_MS - sinceChange(performance.now(), changedAt.get(element.current))
    if (leftMs <= 0) return undefined
    const timer = setTimeout(() => setGuarded(false), leftMs)
    return () => clearTimeout(timer)
  }, [shown])
  return [element, isGuarded]
}

/**
 * Keys that were meant for something that has gone: the rest of a sentence, after its dialog closed by itself. They are swallowed until
 * none is held and nobody has typed for a while. Times are in milliseconds, on any clock.
 */
function swallowedKeys() {
  const pressed = new Set<string>()
  /** The time of the last key while keys are swallowed. Undefined: keys are not swallowed. */
  let lastAt: number | undefined
  return {
    begin: (at: number) => {
      lastAt = at
    },
    /** A key went down: whether it is to be swallowed. */
    takes: (code: string, at: number): boolean => {
      if (lastAt !== undefined && pressed.size === 0 && at - lastAt >= GUARD_MS) lastAt = undefined
      pressed.add(code)
      if (lastAt === undefined) return false
      lastAt = at
      return true
    },
    released: (code: string, at: number) => {
      pressed.delete(code)
      if (lastAt !== undefined) lastAt = at
    },
    /** The window hears of no key any longer. */
    forget: () => pressed.clear(),
  }
}
