import { useSyncExternalStore } from 'react'

/** Where a list has room for what is chosen beside it: Tailwind's `lg`. */
const wide = matchMedia('(min-width: 64rem)')

export const useIsWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
