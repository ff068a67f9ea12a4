import { isTypingTarget } from '../../lib/input/is-typing.ts'

interface Actions {
  open: (shown: 'palette' | 'shortcuts') => void
  go: (key: string) => void
}

/** How long the shortcut `g` waits for the key of a page. */
const GO_MS = 1_500

/**
 * Listens to the shortcuts that every page has, before the page's own: so the `a` of `g a` approves nothing. They do nothing while a dialog
 * is open; only Ctrl+K also works while somebody types. Returns a function that ends it.
 */
export function listenToGlobalShortcuts({ open, go }: Actions): () => void {
  let goBefore = 0
  const actions: Readonly<Record<string, (at: number) => void>> = {
    g: (at) => {
      goBefore = at + GO_MS
    },
    '?': () => open('shortcuts'),
    '/': () => {
      if (!focusSearch()) open('palette')
    },
  }
  const onKey = (event: KeyboardEvent) => {
    if (document.querySelector('dialog[open]') !== null) return
    const take = () => (event.preventDefault(), event.stopPropagation())
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      take()
      open('palette')
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTypingTarget(event.target) || event.key === 'Shift') return
    const isGoing = event.timeStamp < goBefore
    goBefore = 0
    const action = isGoing ? () => go(event.key) : actions[event.key]
    if (action === undefined) return
    take()
    action(event.timeStamp)
  }
  window.addEventListener('keydown', onKey, { capture: true })
  return () => window.removeEventListener('keydown', onKey, { capture: true })
}

/** Focuses the page's own search field. False: the page has none. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  return field !== null
}
