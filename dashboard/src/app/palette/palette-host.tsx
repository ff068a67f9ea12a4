import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { navigationPages } from '../navigation-pages.ts'
import { listenToGlobalShortcuts } from './global-keys.ts'

const load = () => import('./windows.tsx')
const Windows = lazy(load)

/** The name of the browser event by which a button on any page asks for the palette. */
const OPEN = 'purser:palette'
/**
 * The wait before the palette's script is loaded: the page's own script comes first, and the palette is there before its keys are pressed.
 */
const LOAD_AFTER_MS = 2_000

export type PaletteDialogName = 'palette' | 'shortcuts' | 'customer' | 'agent' | 'card' | 'stop'

/** The palette and the dialogs that it opens. Only the shortcuts are in the first script; the rest is loaded later. */
export function CommandPaletteHost() {
  const [shown, setShown] = useState<PaletteDialogName | null>(null)
  const { role } = useSignedInPerson()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // A dialog closes when it has created something and opened its page. A palette that was opened while a page loads stays.
  useEffect(() => setShown((now) => (now === 'palette' ? now : null)), [pathname])
  useEffect(() => {
    const timer = setTimeout(() => void load(), LOAD_AFTER_MS)
    const open = () => setShown('palette')
    window.addEventListener(OPEN, open)
    const stop = listenToGlobalShortcuts({
      open: setShown,
      go: (key) => {
        const page = navigationPages.find((one) => one.key === key && (one.roles?.includes(role) ?? true))
        if (page) void navigate(page.to)
      },
    })
    return () => {
      clearTimeout(timer)
      window.removeEventListener(OPEN, open)
      stop()
    }
  }, [role, navigate])
  if (shown === null) return null
  return (
    <Suspense fallback={null}>
      <Windows shown={shown} onShow={setShown} />
    </Suspense>
  )
}

export const SearchButton = ({ isShort = false }: { isShort?: boolean }) => (
  <button
    type="button"
    aria-keyshortcuts="Control+K Meta+K"
    onClick={() => window.dispatchEvent(new Event(OPEN))}
    className={`flex min-h-10 items-center justify-between gap-3 rounded-lg border border-line bg-paper px-3 text-quiet hover:border-strong-line ${isShort ? 'ml-auto' : 'w-full'}`}
  >
    Search
    {!isShort && (
      <kbd className="font-sans text-xs">{/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
    )}
  </button>
)
