import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { messageOf } from './states.tsx'

interface Toast {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly undo?: () => void
}
interface Say {
  /** `undo`: what takes it back; a button offers it as long as the words stand. */
  done(text: string, undo?: () => void): void
  failed(error: unknown): void
}

const SHOWN_MS = 6_000
/** Whoever wants it back has to read it first. */
const UNDO_MS = 12_000
const Context = createContext<Say | null>(null)

/** Says at the bottom of the page what was done, or why it was not. */
export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([])
  const nextId = useRef(0)
  const close = (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id))
  const show = useCallback((text: string, isError: boolean, undo?: () => void) => {
    const id = (nextId.current += 1)
    setToasts((shown) => [...shown.slice(-2), { id, text, isError, ...(undo && { undo }) }])
    setTimeout(() => close(id), undo ? UNDO_MS : SHOWN_MS)
  }, [])
  const say = useRef<Say>({
    done: (text, undo) => show(text, false, undo),
    failed: (error) => show(messageOf(error), true),
  })
  return (
    <Context value={say.current}>
      {children}
      <div
        className="pointer-events-none fixed inset-x-0 bottom-(--foot) z-50 grid justify-items-center gap-2 px-4"
        role="status"
      >
        {toasts.map(({ id, text, isError, undo }) => (
          <p
            key={id}
            className={`flex items-center gap-4 rounded-lg px-4 py-2.5 shadow-lg ${isError ? 'bg-bad text-on-bad' : 'bg-ink text-paper'}`}
          >
            {text}
            {undo && (
              <button
                type="button"
                className="pointer-events-auto font-semibold underline underline-offset-4"
                onClick={() => {
                  close(id)
                  undo()
                }}
              >
                Undo
              </button>
            )}
          </p>
        ))}
      </div>
    </Context>
  )
}

export function useSay(): Say {
  const say = useContext(Context)
  if (say === null) throw new Error('useSay outside Toasts')
  return say
}
