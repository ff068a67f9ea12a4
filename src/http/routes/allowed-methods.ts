import type { HttpMethod, Operation } from '../../contract/operation.ts'

/** The methods that a path below `/v1` takes, for the header `Allow`. Empty where the path has no route. */
export function allowedMethodsOfPath(operations: readonly Operation[]): (path: string) => HttpMethod[] {
  const routes = operations.map(({ method, path }) => ({ method, path: patternOf(path) }))
  return (path) =>
    routes
      .filter((route) => route.path.test(path))
      .map(({ method }) => method)
      .toSorted()
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)

/** The last segments of paths whose POST ends a resource that cannot be deleted. */
const ENDINGS = ['close', 'cancel']

/**
 * Makes a function that returns a hint for a DELETE that a path does not support: the request that ends the resource. Undefined: there is
 * no such request.
 */
export function resourceEndingHint(
  operations: readonly Operation[],
): (method: string, path: string) => string | undefined {
  const endings = operations
    .filter((operation) => operation.method === 'POST' && ENDINGS.some((step) => operation.path.endsWith(`/${step}`)))
    .map((operation) => ({ path: operation.path, ended: patternOf(operation.path.replace(/\/\w+$/, '')) }))
  return (method, path) => {
    const ending = method === 'DELETE' ? endings.find(({ ended }) => ended.test(path)) : undefined
    return ending && `Send \`POST /v1${ending.path}\`.`
  }
}
