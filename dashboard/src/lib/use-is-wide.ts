import { useSyncExternalStore } from 'react'

/** The width from which a list has room for the details of the chosen row beside it: Tailwind's `lg`. */
const wide = matchMedia('(min-width: 64rem)')

export const useIsWideScreen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
