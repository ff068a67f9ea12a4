import { type KeyboardEvent, useEffect, useId, useState } from 'react'

interface ListboxInput {
  /** The keys of the combobox's options, in their order. */
  readonly keys: readonly string[]
  /** The typed text for which the combobox has found its options. With another text, the first option is marked again. */
  readonly text: string
  /**
   * Whether an option is a result of an older text, or the first result is not there yet: Enter waits for the results of the present text.
   */
  isStale(key: string | undefined): boolean
  readonly isOpen: boolean
  onChoose(key: string): void
}

/**
 * The keyboard of an ARIA combobox: the field keeps the focus, the arrows move through the options, Enter chooses. An Enter that
 * comes before the answer to what was typed chooses when the answer is there, and never an option of an older text.
 */
export function useListbox({ keys, text, isStale, isOpen, onChoose }: ListboxInput) {
  const id = useId()
  const [active, setActive] = useState({ text, key: '' })
  const [awaited, setAwaited] = useState<string | null>(null)
  const isMoved = active.text === text && keys.includes(active.key)
  const activeKey = isMoved ? active.key : keys[0]
  const isOld = isStale(activeKey)
  const optionId = (key: string) => `${id}-${key}`
  const isReady = awaited === text && !isOld && isOpen
  useEffect(() => {
    if (!isReady) return
    setAwaited(null)
    if (activeKey !== undefined) onChoose(activeKey)
    // The effect chooses the option once, as soon as the results are those of the present text.
  }, [isReady])

  const moveTo = (index: number) => {
    const key = keys[(index + keys.length) % keys.length]
    if (key === undefined) return
    setActive({ text, key })
    document.getElementById(optionId(key))?.scrollIntoView({ block: 'nearest' })
  }
  const at = activeKey === undefined ? -1 : keys.indexOf(activeKey)
  const press = () => (isOld ? setAwaited(text) : activeKey !== undefined && onChoose(activeKey))
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveTo(at + 1),
    ArrowUp: () => moveTo(at - 1),
    Enter: press,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actions[event.key]
    if (!isOpen || action === undefined || event.nativeEvent.isComposing) return
    event.preventDefault()
    action()
  }
  return {
    onKeyDown,
    isAwaiting: awaited === text,
    field: {
      role: 'combobox',
      'aria-expanded': isOpen,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && activeKey !== undefined ? optionId(activeKey) : undefined,
    } as const,
    list: { id, role: 'listbox', 'aria-busy': isOld || undefined } as const,
    option: (key: string) =>
      ({
        id: optionId(key),
        role: 'option',
        'aria-selected': key === activeKey,
        // A click on an option must not take the focus from the field.
        onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
        onMouseMove: () => key !== activeKey && setActive({ text, key }),
        onClick: () => onChoose(key),
      }) as const,
  }
}
