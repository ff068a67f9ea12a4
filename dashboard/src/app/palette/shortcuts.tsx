import { useState } from 'react'
import { pageShortcuts } from '../../lib/input/use-page-shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { navigationPages } from '../navigation-pages.ts'

type Group = readonly [title: string, keys: readonly (readonly [keys: string, does: string])[]]

const everywhere: readonly Group[] = [
  [
    'Everywhere',
    [
      ['Ctrl K or ⌘ K', 'Search, go to a page, or do something'],
      ['/', 'Search in this page'],
      ['Ctrl Z or ⌘ Z', 'Undo what was just done, while its Undo is shown'],
      ['?', 'Show these shortcuts'],
    ],
  ],
  ['Go to', navigationPages.map(({ key, label }) => [`g ${key}`, label])],
]

/** The list of shortcuts: those of every page, and those that work on the open page at the moment. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const [ofPage] = useState(pageShortcuts)
  const groups: readonly Group[] = ofPage.length === 0 ? everywhere : [['On this page', ofPage], ...everywhere]
  return (
    <Dialog title="Keyboard shortcuts" wide onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="gap-8 sm:columns-2">
        {groups.map(([title, keys]) => (
          <section key={title} className="mb-5 break-inside-avoid">
            <h3 className="pb-1 text-sm font-medium text-quiet">{title}</h3>
            <dl className="grid gap-1">
              {keys.map(([key, does]) => (
                <div key={key} className="flex items-center justify-between gap-4">
                  <dt>
                    <kbd className="rounded-md bg-raised px-2 py-0.5 text-sm whitespace-nowrap">{key}</kbd>
                  </dt>
                  <dd className="text-right">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
