import type { Operation } from '../../contract/operation.ts'
import { ApiError } from '../../contract/errors.ts'
import { spellingDistance } from '../../contract/complaints/nearest-name.ts'

const PREFIX = '/v1'
/** What stands before a path by habit or mistake: no prefix, a doubled one, that of another service. */
const PREFIXES = /^(?:\/(?:api|v[0-9]{1,2})(?=\/|$))*/i

/**
 * For a path without a route: the hint that names the route most likely meant, or nothing. The route is shown as the
 * contract writes it and nothing of what was sent is repeated: a path may hold a card number.
 */
export function routeHint(operations: readonly Operation[]): (path: string) => string | undefined {
  const routes = [...new Set(operations.map(({ path }) => path))]
  return (path) => {
    const bare = path.replace(PREFIXES, '').replace(/\/$/, '')
    const nearest = nearestRoute(bare.split('/').slice(1), routes)
    return nearest === null ? undefined : `Did you mean \`${PREFIX}${nearest}\`?`
  }
}

export const unknownRoute = (hint: string | undefined): ApiError =>
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

/** A parameter costs a little, so that the route that spells a step out is preferred. */
const PARAMETER_COST = 0.01

function pathDistance(steps: readonly string[], route: readonly string[]): number {
  if (steps.length !== route.length) return Infinity
  return steps.reduce((sum, step, index) => sum + stepDistance(step, route[index] ?? ''), 0)
}

function stepDistance(step: string, known: string): number {
  if (step === '') return Infinity
  return known.startsWith('{') ? PARAMETER_COST : (spellingDistance(step, known) ?? Infinity)
}
