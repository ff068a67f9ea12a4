import { classes } from '../../lib/classes.ts'

/** Of the accent, from the largest agent on. */
export const shades = [1, 0.74, 0.52, 0.34, 0.18] as const
const fills = ['opacity-100', 'opacity-74', 'opacity-52', 'opacity-34', 'opacity-18'] as const

/** The colour of a series, for its name. */
export const Swatch = ({ index, isRest }: { index: number; isRest: boolean }) => (
  <span aria-hidden className="inline-flex size-3 shrink-0 overflow-hidden rounded-sm">
    <span className={classes('size-full', isRest ? 'bg-line' : classes('bg-accent', fills[index]))} />
  </span>
)
