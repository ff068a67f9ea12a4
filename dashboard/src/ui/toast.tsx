import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { isTypingTarget } from '../lib/input/is-typing.ts'
import { showInFrontDialog } from './deciding/dialog-failures.ts'
import { errorMessage } from './states.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly undo?: () => void
}
interface Say {
  /** Reports a success. `undo`: the function that reverses it; a button and Ctrl+Z offer it while the message is shown. */
  done(text: string, undo?: () => void): void
  /** Reports an error: in the open dialog, or else at the bottom of the page. */
  failed(error: unknown): void
}

const SHOWN_MS = 6_000
const UNDO_SECONDS = 8
const Context = createContext<Say | null>(null)

/** The messages at the bottom of the page about successful and failed actions. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const nextId = useRef(0)
  const close = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))
  const show = useCallback((text: string, isError: boolean, undo?: () => void) => {
    const id = (nextId.current += 1)
    setToasts((shown) => [...shown.slice(-2), { id, text, isError, ...(undo && { undo }) }])
    setTimeout(() => close(id), undo ? UNDO_SECONDS * 1000 : SHOWN_MS)
  }, [])
  const say = useRef<Say>({
    done: (text, undo) => show(text, false, undo),
    failed: (error) => showInFrontDialog(error) || show(errorMessage(error), true),
  })
  const takeBack = ({ id, undo }: Toast) => {
    close(id)
    undo?.()
  }
  useUndoKey(() => {
    const last = toasts.findLast(({ undo }) => undo !== undefined)
    if (last) takeBack(last)
    return last !== undefined
  })
  return (
    <Context value={say.current}>
      {children}
      <div
        className="pointer-events-none fixed inset-x-0 bottom-(--foot) z-50 grid justify-items-center gap-2 px-4"
        role="status"
      >
        {toasts.map((toast) => (
          <p
            key={toast.id}
            className={`flex items-center gap-4 rounded-lg px-4 py-2.5 shadow-lg ${toast.isError ? 'bg-bad text-on-bad' : 'bg-ink text-paper'}`}
          >
            {toast.text}
            {toast.undo && (
              <button
                type="button"
                aria-keyshortcuts="Control+Z Meta+Z"
                className="pointer-events-auto font-semibold whitespace-nowrap underline underline-offset-4"
                onClick={() => takeBack(toast)}
              >
                Undo <Countdown />
              </button>
            )}
          </p>
        ))}
      </div>
    </Context>
  )
}

/** The seconds in which an action can still be undone. Screen readers do not hear each second. */
function Countdown() {
  const [left, setLeft] = useState(UNDO_SECONDS)
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span aria-hidden className="tabular-nums">
      ({left} s)
    </span>
  )
}

/** Ctrl+Z undoes the last action of this tab while its Undo button is shown. In a text field it undoes the typing instead. */
function useUndoKey(undoLast: () => boolean): void {
  const current = useRef(undoLast)
  useEffect(() => {
    current.current = undoLast
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'z'
      if (!isUndo || event.repeat || isTypingTarget(event.target) || document.querySelector('dialog[open]') !== null)
        return
      if (current.current()) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

export function useToast(): Say {
  const say = useContext(Context)
  if (say === null) throw new Error('useSay outside Toasts')
  return say
}
