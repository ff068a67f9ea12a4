import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { isAway, onReached } from '../api/reach.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/states.tsx'
import { reloadOnce, ScriptMissing } from './page-scripts.ts'

/** Where a page fails: what failed, and again. A script that a new version replaced is fetched anew by loading the page, and so is all once Purser is back. */
export function Broken() {
  const error = useRouteError()
  useEffect(() => {
    if (error instanceof ScriptMissing && !isAway()) reloadOnce()
    return onReached(reloadOnce)
  }, [error])
  return (
    <div className="mx-auto grid max-w-xl gap-4 p-6">
      <Failure error={error} />
      <div>
        <Button look="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </div>
    </div>
  )
}
