import { useQuery } from '@tanstack/react-query'
import { PurserError } from '@purser/client'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { accountQuery } from '../../api/account.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { errorMessage } from '../../ui/states.tsx'
import { useComboboxSearchResults } from '../../ui/combobox/use-results.ts'
import { useListbox } from '../../ui/combobox/use-listbox.ts'
import { paletteCommandsFor, type CommandPaletteGroup } from './commands.ts'
import { commandPaletteAccountSearch } from './account-search.ts'
import type { PaletteDialogName } from './palette-host.tsx'

interface PaletteProps {
  onShow: (next: PaletteDialogName) => void
  onClose: () => void
}

/** The command palette: a field to find resources, open pages and run commands, by the keyboard alone. */
export function CommandPalette({ onShow, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const dialog = useModal()
  const navigate = useNavigate()
  const { role } = useSignedInPerson()
  const { data: account } = useQuery(accountQuery)
  const {
    found = [],
    error,
    isStale,
  } = useComboboxSearchResults(text, commandPaletteAccountSearch(account?.currency ?? 'USD'), text.trim() !== '')
  const commands = paletteCommandsFor(text, { role, isStopped: account?.stopped !== undefined })
  const groups = [...commands, ...(text.trim() === '' ? [] : found)]
  const items = groups.flatMap((one) => one.items)
  const ownKeys = new Set(commands.flatMap((one) => one.items.map(({ key }) => key)))
  const choose = (key: string) => {
    const chosen = items.find((one) => one.key === key)
    if (chosen?.opens) return onShow(chosen.opens)
    onClose()
    chosen?.act?.()
    if (chosen?.to) void navigate(chosen.to)
  }
  const listbox = useListbox({
    keys: items.map(({ key }) => key),
    text,
    // Commands are known without an answer of the API, so they are never stale.
    isStale: (key) => isStale && (key === undefined || !ownKeys.has(key)),
    isOpen: true,
    onChoose: choose,
  })
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={(event) => (event.preventDefault(), onClose())}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      className="mx-auto mt-[10dvh] w-[calc(100%-2rem)] max-w-2xl overflow-hidden rounded-2xl border border-line bg-sheet p-0 text-ink shadow-2xl"
    >
      <input
        {...listbox.field}
        aria-label="Search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        placeholder="Name, last four digits, amount, id, page or action"
        className="min-h-14 w-full border-b border-line bg-sheet px-5 text-base outline-none placeholder:text-quiet"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={listbox.onKeyDown}
      />
      <div {...listbox.list} aria-label="Results" className="max-h-[60dvh] overflow-y-auto p-2">
        {groups.map((one) => (
          <Items key={one.title} group={one} option={listbox.option} isFaint={isStale && found.includes(one)} />
        ))}
      </div>
      <p role="status" className="border-t border-line px-5 py-2 text-sm text-quiet">
        {remark({ error, isStale, count: items.length })}
      </p>
    </dialog>
  )
}

function Items({ group: { title, items }, option, isFaint }: ItemsProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={joinClassNames('pb-2', isFaint && 'opacity-60')}>
      <div id={id} role="presentation" className="px-3 py-1 text-xs font-medium text-quiet">
        {title}
      </div>
      {items.map(({ key, name, detail }) => (
        <div
          key={key}
          {...option(key)}
          className="flex min-h-10 cursor-pointer items-center justify-between gap-4 rounded-lg px-3 aria-selected:bg-accent-wash aria-selected:text-accent"
        >
          <span className="min-w-0 truncate">
            <UntrustedText text={name} />
          </span>
          {detail && (
            <span className="max-w-1/2 shrink-0 truncate text-sm text-quiet">
              <UntrustedText text={detail} />
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

interface ItemsProps {
  group: CommandPaletteGroup
  option: ReturnType<typeof useListbox>['option']
  isFaint: boolean
}

function remark({ error, isStale, count }: { error: unknown; isStale: boolean; count: number }): string {
  if (isStale) return 'Searching…'
  if (error instanceof PurserError && error.status === 404) return 'Nothing has this id.'
  if (error) return errorMessage(error)
  return count === 0 ? 'Nothing matches.' : '↑ ↓ to move, Enter to choose, Esc to close'
}

/** Opens the browser's modal dialog. Closing it before React removes it gives the focus back to where it was. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return ref
}
