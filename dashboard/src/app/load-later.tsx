import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { laterScripts, loadScript } from './page-scripts.ts'

/**
 * A dialog or another part that few see, and that is no part of its page's script. It is loaded once the browser has time, or when it is
 * shown before that. Until then `meanwhile` is in its place: nothing for a dialog, and that it loads for what a page is opened for.
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>, meanwhile?: ReactNode) {
  laterScripts.push(load)
  const Loaded = lazy(async () => ({ default: await loadScript(load) }))
  return function LoadedLater(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
