import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { classes } from '../../lib/classes.ts'
import { Input } from '../field.tsx'
import { OthersText } from '../others-text.tsx'

export interface Choice {
  readonly value: string
  readonly text: string
  /** Beside the text: of what kind it is, or whose. */
  readonly detail?: string
}

interface ComboboxProps {
  label: string
  placeholder: string
  /** What is chosen, as it is shown; undefined where nothing is. */
  chosen: string | undefined
  /** Those that fit what is typed; undefined while they load. */
  choices: readonly Choice[] | undefined
  /** What is typed, to look for. */
  onType: (text: string) => void
  onChoose: (value: string | undefined) => void
  /** What is wrong with a word that fits nothing. */
  complaint: (text: string) => ReactNode
}

/**
 * A field that is typed into, with a list of what fits. A word that fits nothing is said to be wrong, and chooses nothing: what was
 * chosen before stays.
 */
export function Combobox({ label, placeholder, chosen, choices, onType, onChoose, complaint }: ComboboxProps) {
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  /** Undefined: nothing is typed, and what is chosen is shown. */
  const [text, setText] = useState<string>()
  const [active, setActive] = useState(0)
  const [wrong, setWrong] = useState<string>()
  // What was typed for a choice that somebody has changed since, as the button that clears all filters does, is over with it.
  useEffect(() => {
    setText(undefined)
    setWrong(undefined)
    onType('')
  }, [chosen])
  const type = (next: string | undefined) => {
    setOpen(true)
    setText(next)
    setWrong(undefined)
    setActive(0)
    onType(next?.trim() ?? '')
  }
  const choose = (value: string | undefined) => {
    setOpen(false)
    setText(undefined)
    setWrong(undefined)
    onType('')
    if (value !== undefined || chosen !== undefined) onChoose(value)
  }
  /** What is typed in full needs no click. */
  const settle = (picked: Choice | undefined) => {
    const typed = text?.trim() ?? ''
    if (typed === '' && picked === undefined) return text === undefined ? setOpen(false) : choose(undefined)
    const found = choices?.find((one) => one.text.toLowerCase() === typed.toLowerCase()) ?? picked
    if (found !== undefined) return choose(found.value)
    setOpen(false)
    if (choices !== undefined) setWrong(typed)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && !(isOpen && (event.key === 'Enter' || event.key === 'Escape'))) return
    event.preventDefault()
    const count = choices?.length ?? 0
    if (step !== undefined) {
      if (!isOpen) type(text)
      else if (count > 0) setActive((active + step + count) % count)
    } else if (event.key === 'Escape') setOpen(false)
    else settle(choices?.[active])
  }
  return (
    <div className="relative min-w-0">
      <Input
        role="combobox"
        autoComplete="off"
        label={label}
        placeholder={placeholder}
        aria-expanded={isOpen && choices !== undefined && choices.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices?.[active] ? `${list}-${active}` : undefined}
        value={text ?? chosen ?? ''}
        error={wrong === undefined ? undefined : complaint(wrong)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => !isOpen && type(text)}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => isOpen && settle(undefined)}
      />
      <ul
        id={list}
        role="listbox"
        aria-label={label}
        hidden={!isOpen || choices === undefined || choices.length === 0}
        onMouseDown={(event) => event.preventDefault()}
        className="absolute z-30 mt-1 max-h-72 w-max max-w-[min(24rem,85vw)] min-w-full overflow-y-auto rounded-lg border border-strong-line bg-sheet py-1 shadow-lg"
      >
        {isOpen &&
          choices?.map((choice, index) => (
            <li
              key={choice.value}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === active}
              className={classes('cursor-pointer px-3 py-1.5 wrap-anywhere', index === active && 'bg-accent-wash')}
              onClick={() => choose(choice.value)}
            >
              <OthersText text={choice.text} />
              {choice.detail !== undefined && (
                <span className="block text-sm text-quiet">
                  <OthersText text={choice.detail} />
                </span>
              )}
            </li>
          ))}
      </ul>
    </div>
  )
}
