import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { joinClassNames } from '../lib/classes.ts'
import { swallowTypedKeys } from '../lib/input/input-guard.ts'
import { AnswerButtonsState } from './button.tsx'
import { PersonActionFailureNote } from './deciding/act-failure.tsx'
import { useDialogFailure } from './deciding/dialog-failures.ts'
import { isRequestOutcomeUnknown } from '../api/one-time-request.ts'

interface DialogProps {
  title: string
  /** Called when the person closes the dialog. Null: Escape does not close it, only a button in it. */
  onClose: (() => void) | null
  children: ReactNode
  /** The buttons of the dialog, the safest first. */
  actions?: ReactNode
  wide?: boolean
}

/**
 * The browser's modal dialog, open as long as it is rendered. The element with `data-focus` gets the focus first, else the browser chooses.
 * When the dialog closes by itself, the keys that somebody goes on typing are swallowed.
 */
export function Dialog({ title, onClose, children, actions, wide = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const wasAnswered = useRef(false)
  const failure = useDialogFailure()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-focus]')?.focus()
    return () => {
      dialog?.close()
      if (!wasAnswered.current) swallowTypedKeys()
    }
  }, [])
  const onKey = ({ key, ctrlKey, metaKey, target }: KeyboardEvent) => {
    const isText = target instanceof HTMLTextAreaElement && !ctrlKey && !metaKey
    wasAnswered.current = key === 'Escape' || (key === 'Enter' && !isText)
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      closedby={onClose === null ? 'none' : undefined}
      onClickCapture={({ target }) =>
        (wasAnswered.current = target instanceof Element && target.closest('button') !== null)
      }
      onKeyDownCapture={onKey}
      onKeyDown={(event) => {
        // A second Escape would close this dialog without asking, in browsers that do not support `closedby`.
        if (onClose === null && event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        wasAnswered.current = true
        onClose?.()
      }}
      className={joinClassNames(
        'm-auto w-[calc(100%-2rem)] rounded-2xl border border-line bg-sheet p-0 text-ink shadow-2xl',
        wide ? 'max-w-3xl' : 'max-w-lg',
      )}
    >
      <div className="grid gap-4 p-6">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {children}
        <PersonActionFailureNote error={failure} />
        {actions && (
          <div className="flex flex-wrap justify-end gap-2 pt-2">
            <AnswerButtonsState value={isRequestOutcomeUnknown(failure) ? 'again' : 'first'}>
              {actions}
            </AnswerButtonsState>
          </div>
        )}
      </div>
    </dialog>
  )
}
