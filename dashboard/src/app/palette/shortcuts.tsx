import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { navigationPages } from '../navigation-pages.ts'

const groups: readonly (readonly [title: string, keys: readonly (readonly [keys: string, does: string])[]])[] = [
  [
    'Everywhere',
    [
      ['Ctrl K or ⌘ K', 'Search, go to a page, or do something'],
      ['/', 'Search in this page'],
      ['?', 'Show these shortcuts'],
    ],
  ],
  ['Go to', navigationPages.map(({ key, label }) => [`g ${key}`, label])],
  [
    'Approvals',
    [
      ['j', 'Next request'],
      ['k', 'Previous request'],
      ['Enter', 'Open the request'],
      ['a', 'Approve'],
      ['d', 'Decline'],
    ],
  ],
  ['A card', [['f', 'Freeze']]],
  ['Events', [['p', 'Pause, or go on']]],
]

/** All shortcuts of the dashboard. */
export const Shortcuts = ({ onClose }: { onClose: () => void }) => (
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
