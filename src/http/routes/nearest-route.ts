import type { Operation } from '../../contract/operation.ts'
import { ApiError } from '../../contract/errors.ts'
import { spellingDistance } from '../../contract/complaints/nearest-name.ts'

const PREFIX = '/v1'
/**
 * Matches prefixes that callers put before a path by habit or mistake, such as `/api`, or `/v1` a second time. It matches the empty text,
 * too.
 */
const PREFIXES = /^(?:\/(?:api|v[0-9]{1,2})(?=\/|$))*/i

/**
 * Makes a function that returns a hint for a path without a route: it names the route that was most likely meant. Undefined where no route
 * is similar. The hint has the route as the contract writes it and repeats nothing of the path, which may contain a card number.
 */
export function nearestRouteHint(operations: readonly Operation[]): (path: string) => string | undefined {
  const routes = [...new Set(operations.map(({ path }) => path))]
  return (path) => {
    const bare = path.replace(SLASHES, '/').replace(PREFIXES, '').replace(SLASHES, '/').replace(/\/$/, '')
    if (/^\/test-clock(?:\/|$)/.test(bare) && !routes.includes('/test-clock')) return TEST_CLOCK_OFF
    if (ENDING.test(bare)) return AS_CSV
    const nearest = nearestRoute(calledHere(bare).split('/').slice(1), routes)
    return nearest === null ? undefined : `Did you mean \`${PREFIX}${nearest}\`?`
  }
}

/** Matches several slashes at the beginning of a request's path: the caller's base URL ended in a slash. */
const SLASHES = /^\/{2,}/
/** Matches API paths that ask for CSV by their ending, as other services do. */
const ENDING = /^\/transactions\.csv$/
const AS_CSV = 'Send `GET /v1/transactions` with the header `Accept: text/csv`.'
const TEST_CLOCK_OFF =
  'The test clock is off on this node. To have it, start Purser with `--test-clock`, or with `PURSER_TEST_CLOCK=true`.'

/** Matches the API paths that card networks and other services use for the steps of a transaction. */
const STEP = /^\/(?:transactions|network\/authorizations)\/([^/]+)\/(capture|settle|void|cancel|reverse|increment)$/
const ownNames: Readonly<Record<string, string>> = { capture: 'settle', void: 'reverse', cancel: 'reverse' }
const REFUND = /^\/(?:transactions|network\/authorizations)\/[^/]+\/refunds?$/

function calledHere(path: string): string {
  if (REFUND.test(path)) return '/network/refunds'
  return path.replace(STEP, (_, id: string, step: string) => `/network/authorizations/${id}/${ownNames[step] ?? step}`)
}

export const unknownRouteError = (hint: string | undefined): ApiError =>
  new ApiError('not_found', hint === undefined ? {} : { hint })

function nearestRoute(steps: readonly string[], routes: readonly string[]): string | null {
  let nearest: string | null = null
  let least = Infinity
  for (const route of routes) {
    const distance = pathDistance(steps, route.split('/').slice(1))
    if (distance < least) {
      least = distance
      nearest = route
    }
  }
  return nearest
}

/** The distance between a segment of a request's path and a parameter of a route: above 0, so that the route with this segment wins. */
const PARAMETER_COST = 0.01

function pathDistance(steps: readonly string[], route: readonly string[]): number {
  if (steps.length !== route.length) return Infinity
  return steps.reduce((sum, step, index) => sum + stepDistance(step, route[index] ?? ''), 0)
}

function stepDistance(step: string, known: string): number {
  if (step === '') return Infinity
  return known.startsWith('{') ? PARAMETER_COST : (spellingDistance(step, known) ?? Infinity)
}
