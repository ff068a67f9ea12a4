import { type FormEvent, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { joinClassNames } from '../../lib/classes.ts'
import { LONGEST_SAVED_VIEW_NAME, MOST_SAVED_VIEWS, useSavedViews } from '../../lib/saved-views.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { TextInput } from '../field.tsx'
import { UntrustedText } from '../untrusted-text.tsx'

/** The saved views of a list, and the button that saves the present filters as one. */
export function SavedViews({ list }: { list: string }) {
  const { views, isFull, save, remove } = useSavedViews(list)
  const [search] = useSearchParams()
  const [isNaming, setNaming] = useState(false)
  const query = search.toString()
  const canSave = query !== '' && views.every((one) => one.query !== query)
  if (views.length === 0 && !canSave) return null
  return (
    <nav aria-label="Saved views" className="flex flex-wrap items-center gap-2">
      {views.map(({ name, query: its }) => (
        <span
          key={name}
          className={joinClassNames(
            'inline-flex max-w-full items-center rounded-lg border',
            its === query ? 'border-accent bg-accent-wash text-accent' : 'border-line bg-sheet',
          )}
        >
          <Link
            to={`?${its}`}
            aria-current={its === query ? 'page' : undefined}
            className="flex min-h-8 min-w-0 items-center pl-3 text-sm no-underline"
          >
            <span className="truncate">
              <UntrustedText text={name} />
            </span>
          </Link>
          <Button look="ghost" size="small" onClick={() => remove(name)} aria-label={`Delete the view ${name}`}>
            ✕
          </Button>
        </span>
      ))}
      {canSave && (
        <Button look="ghost" size="small" onClick={() => setNaming(true)}>
          Save this view
        </Button>
      )}
      {isNaming && (
        <NameView
          isFull={isFull}
          onSave={(name) => {
            save({ name, query })
            setNaming(false)
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </nav>
  )
}

interface NameViewProps {
  isFull: boolean
  onSave: (name: string) => void
  onClose: () => void
}

function NameView({ isFull, onSave, onClose }: NameViewProps) {
  const form = useId()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <Dialog
      title="Save this view"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{isFull ? 'Close' : 'Cancel'}</Button>
          {!isFull && (
            <Button look="primary" type="submit" form={form}>
              Save
            </Button>
          )}
        </>
      }
    >
      {isFull ? (
        <p>There are {MOST_SAVED_VIEWS} views of this list already. Delete one first.</p>
      ) : (
        <form id={form} onSubmit={submit}>
          <TextInput
            label="Name"
            data-focus
            required
            maxLength={LONGEST_SAVED_VIEW_NAME}
            hint="The view is kept in this browser only: its filters and its order, not the rows."
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </form>
      )}
    </Dialog>
  )
}
