const READING = [
  ['j', 'next'],
  ['k', 'previous'],
] as const
const DECIDING = [
  ['a', 'approve'],
  ['d', 'decline'],
  ['x', 'select'],
] as const

/** The legend of the inbox's shortcuts. */
export const InboxShortcuts = ({ mayDecide }: { mayDecide: boolean }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-quiet">
    {[...READING, ...(mayDecide ? DECIDING : []), ['Enter', 'open'] as const].map(([key, name]) => (
      <span key={key} className="whitespace-nowrap">
        <kbd className="rounded border border-line bg-sheet px-1.5 font-mono text-xs">{key}</kbd> {name}
      </span>
    ))}
  </p>
)
