import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { scriptsToPreload, loadPageScript } from './page-scripts.ts'

/**
 * Makes a component of a part that few people open, such as a dialog, so that its code is no part of the page's script. The script is
 * loaded when the browser is idle, or when the component is first drawn. Until it is loaded, `meanwhile` is drawn: nothing for a dialog, a
 * placeholder for the main part of a page.
 */
export function loadComponentLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile?: ReactNode,
) {
  scriptsToPreload.push(load)
  const Loaded = lazy(async () => ({ default: await loadPageScript(load) }))
  return function LoadedLater(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
