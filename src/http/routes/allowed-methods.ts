import type { Method, Operation } from '../../contract/operation.ts'

/** The methods that a path below `/v1` takes, for the header `Allow`. Empty where the path has no route. */
export function allowedMethods(operations: readonly Operation[]): (path: string) => Method[] {
  const routes = operations.map(({ method, path }) => ({ method, path: patternOf(path) }))
  return (path) =>
    routes
      .filter((route) => route.path.test(path))
      .map(({ method }) => method)
      .toSorted()
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)
