import { useRouteError } from 'react-router'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/states.tsx'

/** Where a page fails: what failed, and again. A script that a new version replaced is fetched anew by loading the page. */
export function Broken() {
  return (
    <div className="mx-auto grid max-w-xl gap-4 p-6">
      <Failure error={useRouteError()} />
      <div>
        <Button look="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </div>
    </div>
  )
}
