import { isTyping } from '../../lib/input/is-typing.ts'

interface Actions {
  open: (shown: 'palette' | 'shortcuts') => void
  go: (key: string) => void
}

/** How long `g` waits for the key that follows. */
const GO_MS = 1_500

/**
 * The shortcuts of every page. They are heard before those of the page, so that the `a` of `g a` approves nothing. They sleep while a
 * dialog is open; Ctrl+K alone also works while somebody types.
 */
export function listenToKeys({ open, go }: Actions): () => void {
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
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || event.key === 'Shift') return
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

/** False where the page has no search of its own. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  field?.focus()
  return field !== null
}
