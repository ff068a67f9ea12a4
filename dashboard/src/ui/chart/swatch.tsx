/** The CSS classes of the series' colours, in the order of the series. */
export const SERIES_FILL_CLASSES = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
] as const

/** A small patch in a series' colour, drawn beside its name. */
export const SeriesSwatch = ({ index, isRest }: { index: number; isRest: boolean }) => (
  <svg aria-hidden viewBox="0 0 12 12" className="size-3 shrink-0">
    {isRest ? (
      <>
        <rect width="12" height="12" rx="2.5" className="fill-sheet" />
        <path d="M0 4 4 0M0 8 8 0M0 12 12 0M4 12 12 4M8 12 12 8" className="stroke-series-rest stroke-[1.5]" />
        <rect x="0.5" y="0.5" width="11" height="11" rx="2" className="fill-none stroke-series-rest" />
      </>
    ) : (
      <rect width="12" height="12" rx="2.5" className={SERIES_FILL_CLASSES[index]} />
    )}
  </svg>
)
