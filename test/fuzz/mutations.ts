import fc from 'fast-check'
import { naughtyTexts } from './naughty.ts'
import { hostileValue } from './schema-values.ts'

type Path = readonly (string | number)[]

/** A value that is wrong in one place: a field that is gone, too much, of another type, or not what it should be. */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(), change).map(([value, place, apply]) => {
    const copy: unknown = structuredClone(value)
    const paths = pathsIn(copy)
    return apply(copy, paths[place % paths.length] ?? [])
  })
}

type Change = (value: unknown, path: Path) => unknown

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: hostileValue.map(
      (hostile): Change =>
        (value, path) =>
          replaced(value, path, hostile),
    ),
  },
  { weight: 2, arbitrary: fc.constant<Change>(without) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('amonut', 'perDay ', 'Status', 'id', ...naughtyTexts), hostileValue).map(
      ([name, hostile]): Change =>
        (value, path) =>
          withField(value, path, { name, hostile }),
    ),
  },
)

/** Every place in a value, the whole first. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...path, name]))]
}

const at = (value: unknown, path: Path): Record<string, unknown> | undefined =>
  path.reduce<unknown>((node, step) => (node as Record<string, unknown>)[step], value) as Record<string, unknown>

function replaced(value: unknown, path: Path, hostile: unknown): unknown {
  const last = path.at(-1)
  if (last === undefined) return hostile
  define(at(value, path.slice(0, -1)), String(last), hostile)
  return value
}

function without(value: unknown, path: Path): unknown {
  const last = path.at(-1)
  if (last === undefined) return {}
  Reflect.deleteProperty(at(value, path.slice(0, -1)) ?? {}, last)
  return value
}

function withField(value: unknown, path: Path, { name, hostile }: { name: string; hostile: unknown }): unknown {
  const target = at(value, path)
  define(typeof target === 'object' && target !== null ? target : value, name, hostile)
  return value
}

/** Also for `__proto__`, which an assignment would take as something else. */
function define(target: unknown, name: string, value: unknown): void {
  if (typeof target !== 'object' || target === null) return
  if (Array.isArray(target) && name === 'length') return
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true })
}
