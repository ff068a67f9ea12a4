import { type ReactNode, useEffect, useRef, useState } from 'react'
import { joinClassNames } from '../../lib/classes.ts'
import { type FormFieldDescription, FormField, useFormFieldProps } from '../field.tsx'
import { errorMessage } from '../states.tsx'
import { type ComboboxSearch, useComboboxSearchResults } from './use-results.ts'
import { useListbox } from './use-listbox.ts'
import { usePopup } from './use-popup.ts'
import { UntrustedText } from '../untrusted-text.tsx'

export interface ComboboxOption {
  readonly id: string
  readonly name: string
  /** A second text that distinguishes combobox options of the same name. */
  readonly detail?: ReactNode
}

export interface ComboboxOptions {
  readonly options: readonly ComboboxOption[]
  readonly hasMore: boolean
}

export interface ComboboxProps extends FormFieldDescription {
  /** The id of the chosen option. Empty: none is chosen. */
  value: string
  /** The name of the combobox's chosen option. Undefined until it is loaded. */
  chosenName: string | undefined
  search: ComboboxSearch<ComboboxOptions>
  /** The label of the option that chooses nothing, such as "Every agent". Absent: an option has to be chosen. */
  none?: string | undefined
  required?: boolean
  /** The name of the form field that has the id of the combobox's chosen option. */
  name?: string
  placeholder?: string | undefined
  onChange: (id: string) => void
  /** The error for a text typed into the combobox that matches no option when the field is left. The choice stays as it was. */
  complaint?: ((text: string) => ReactNode) | undefined
}

/** The key of the combobox's option that chooses nothing. */
const NONE = 'none'

/** A text field that searches options through the API. The arrow keys move, Enter chooses, Escape closes. */
export function Combobox(props: ComboboxProps) {
  const { value, chosenName, search, none, required = false, name, placeholder = none, onChange, ...others } = props
  const { complaint, ...described } = others
  const [wrong, setWrong] = useState<string>()
  const error = wrong === undefined ? described.error : complaint?.(wrong)
  const [field, own] = useFormFieldProps({ ...described, error }, 'min-h-10')
  const anchor = useRef<HTMLInputElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  /** The typed text of the combobox. Null while the field shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const text = typed ?? ''
  const { found, error: failure, isStale } = useComboboxSearchResults(text, search, isOpen)
  const options = found?.options ?? []
  const offersNone = none !== undefined && text === ''
  const close = () => (setOpen(false), setTyped(null))
  const choose = (key: string) => (onChange(key === NONE ? '' : key), setWrong(undefined), close())
  const keys = [...(offersNone ? [NONE] : []), ...options.map(({ id }) => id)]
  const listbox = useListbox({ keys, text, isStale: () => isStale, isOpen, onChoose: choose })
  usePopup(isOpen, anchor, popup)

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape' && isOpen) {
      // Escape closes only the list of options, and not the dialog around the field.
      event.preventDefault()
      close()
    } else if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setOpen(true)
    } else listbox.onKeyDown(event)
  }
  // A person who pressed Enter and moved to the next field gets the first result a moment later, so the field does not count as left yet.
  const isLeft = isOpen && !hasFocus && !listbox.isAwaiting && !(complaint !== undefined && isStale && !failure)
  useEffect(() => {
    if (!isLeft) return
    if (typed === '' && none !== undefined && value !== '') onChange('')
    const word = text.trim()
    if (word !== '' && complaint !== undefined) {
      // An option whose whole name was typed is chosen without a click.
      const exact = options.find((one) => one.name.toLowerCase() === word.toLowerCase())
      if (exact !== undefined) onChange(exact.id)
      else if (!failure) setWrong(word)
    }
    close()
  }, [isLeft])
  useEffect(() => setWrong(undefined), [value])
  return (
    <FormField {...field}>
      <input
        {...own}
        {...listbox.field}
        ref={anchor}
        autoComplete="off"
        spellCheck={false}
        required={required}
        placeholder={placeholder}
        value={typed ?? (value === '' ? '' : (chosenName ?? value))}
        onChange={({ target }) => (setTyped(target.value), setOpen(true), setWrong(undefined))}
        onClick={() => setOpen(true)}
        onFocus={({ target }) => (setFocus(true), target.select())}
        onBlur={() => setFocus(false)}
        onKeyDown={onKeyDown}
      />
      {name !== undefined && <input type="hidden" name={name} value={value} />}
      <div
        ref={popup}
        popover="manual"
        className="inset-auto m-0 overflow-y-auto rounded-lg border border-line bg-sheet p-1 text-ink shadow-xl"
      >
        <ul {...listbox.list} aria-label={field.label} className={joinClassNames(isStale && 'opacity-60')}>
          {offersNone && <Line {...listbox.option(NONE)}>{none}</Line>}
          {options.map(({ id, name: shown, detail }) => (
            <Line key={id} {...listbox.option(id)}>
              <span className="min-w-0 truncate">
                <UntrustedText text={shown} />
              </span>
              {detail && <span className="max-w-1/2 shrink-0 truncate text-sm text-quiet">{detail}</span>}
            </Line>
          ))}
        </ul>
        <p role="status" className="px-3 text-sm text-quiet not-empty:py-1.5">
          {isOpen && (failure ? errorMessage(failure) : remark(found, isStale))}
        </p>
      </div>
    </FormField>
  )
}

function remark(results: ComboboxOptions | undefined, isStale: boolean): string | null {
  if (results === undefined) return 'Searching…'
  if (isStale) return null
  if (results.hasMore) return 'Type to find more.'
  return results.options.length === 0 ? 'Nothing matches.' : null
}

const Line = ({ children, ...option }: React.LiHTMLAttributes<HTMLLIElement>) => (
  <li
    {...option}
    className="flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-md px-3 py-1 aria-selected:bg-accent-wash aria-selected:text-accent"
  >
    {children}
  </li>
)
