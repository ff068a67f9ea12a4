import { createContext, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { INPUT_GUARD_MS } from './guard-time.ts'

/**
 * Guards decisions against a page that changes under the pointer. An agent chooses when it asks, so it could change a page in the moment in
 * which somebody presses a button: a press counts only if its element has been unchanged for `INPUT_GUARD_MS` when the press begins.
 */

const changedAt = new WeakMap<Element, number>()
let lastChangeAt = Number.NEGATIVE_INFINITY
/** The time at which the key or mouse button of a click went down. Undefined: the click comes from neither, such as a screen reader's. */
let pressedAt: number | undefined
const swallowed = swallowedKeys()

/** Controls that cannot be pressed while the region around them is new: decisions, and every control of a table whose rows have moved. */
const GUARDED = '[data-decides], [data-guarded="rows"] :is(button, input)'

const sinceChange = (at: number, changed = Number.NEGATIVE_INFINITY): number => at - changed

/** Whether the region around an element changed less than `INPUT_GUARD_MS` before the press, or after it. */
function isNew(element: Element): boolean {
  const at = pressedAt ?? performance.now()
  for (let around = element.closest('[data-guarded]'); around !== null;) {
    if (sinceChange(at, changedAt.get(around)) < INPUT_GUARD_MS) return true
    around = around.parentElement?.closest('[data-guarded]') ?? null
  }
  return false
}

/** Whether any region of the page changed less than `INPUT_GUARD_MS` before the key went down that is being handled. */
export const hasPageJustChanged = (): boolean =>
  sinceChange(pressedAt ?? performance.now(), lastChangeAt) < INPUT_GUARD_MS

/** Swallows the keys that a person goes on typing after a dialog or field with the focus has closed by itself. */
export const swallowTypedKeys = (): void => swallowed.begin(performance.now())

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
  // A held Enter would press a button again and again, and the space bar may belong to a sentence that somebody is typing.
  if (decides !== null && (event.key === ' ' || (event.key === 'Enter' && event.repeat))) event.preventDefault()
}

function onKeyUp(event: KeyboardEvent): void {
  swallowed.released(event.code, performance.now())
  // Firefox presses a button when the space bar is released, so the release is prevented, too.
  if (event.key === ' ' && elementOf(event)?.closest('[data-decides]')) event.preventDefault()
}

function onClick(event: MouseEvent): void {
  const pressed = elementOf(event)?.closest(GUARDED) ?? null
  const isSecondOfTwo = event.detail > 1 && pressed?.matches('[data-decides]') === true
  if (pressed !== null && (isSecondOfTwo || isNew(pressed))) drop(event)
  pressedAt = undefined
}

/** Guards the sending of a form, because Enter in one of its fields sends it without a click. */
function onSubmit(event: SubmitEvent): void {
  const form = elementOf(event)
  if (form !== null && isNew(form)) drop(event)
}

/**
 * Listens to every key, press and sent form of the page, before all other listeners, and drops those that were meant for what the page
 * showed before.
 */
export function guardPageInput(): void {
  const first = { capture: true }
  addEventListener('keydown', onKeyDown, first)
  addEventListener('keyup', onKeyUp, first)
  addEventListener('blur', () => swallowed.forget())
  addEventListener('pointerdown', () => (pressedAt = performance.now()), first)
  addEventListener('click', onClick, first)
  addEventListener('submit', onSubmit, first)
}

/** The controls that are disabled because the region around them has just changed: decisions, or all controls in the rows of a table. */
export const ControlsDisabledByChangeContext = createContext<'decisions' | 'rows' | undefined>(undefined)

/**
 * Guards an element of the page against keys and presses for `INPUT_GUARD_MS` after each change of `shown`, a text that names the element's content. `fromFirst`:
 * also after the element first appears. Returns the element's ref, and whether it is guarded now.
 */
export function useInputGuard<E extends HTMLElement>(
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
    const leftMs = INPUT_GUARD_MS - sinceChange(performance.now(), changedAt.get(element.current))
    if (leftMs <= 0) return undefined
    const timer = setTimeout(() => setGuarded(false), leftMs)
    return () => clearTimeout(timer)
  }, [shown])
  return [element, isGuarded]
}

/**
 * Keys that were meant for a dialog or field that has closed by itself, such as the rest of a sentence. They are swallowed until no key is
 * held and none was pressed for `INPUT_GUARD_MS`. Times are in milliseconds of any clock.
 */
function swallowedKeys() {
  const pressed = new Set<string>()
  /** The time of the last key while keys are swallowed. Undefined: keys are not swallowed. */
  let lastAt: number | undefined
  return {
    begin: (at: number) => {
      lastAt = at
    },
    /** Records that a key went down. True: the key has to be swallowed. */
    takes: (code: string, at: number): boolean => {
      if (lastAt !== undefined && pressed.size === 0 && at - lastAt >= INPUT_GUARD_MS) lastAt = undefined
      pressed.add(code)
      if (lastAt === undefined) return false
      lastAt = at
      return true
    },
    released: (code: string, at: number) => {
      pressed.delete(code)
      if (lastAt !== undefined) lastAt = at
    },
    /** Forgets all held keys, because the window has lost the focus and will not hear their release. */
    forget: () => pressed.clear(),
  }
}
