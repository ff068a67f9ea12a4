import { type ComponentType, lazy, Suspense } from 'react'
import { laterScripts, loadScript } from './page-scripts.ts'

/**
 * A dialog or another part that few see, and that is no part of its page's script. It is loaded once the browser has time, or when it is
 * shown before that: the page stays as it is until it is there.
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  laterScripts.push(load)
  const Loaded = lazy(async () => ({ default: await loadScript(load) }))
  return function LoadedLater(props: Props) {
    return (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
