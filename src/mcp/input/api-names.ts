/** The API's name of each tool input that has another name there. */
export type ToolApiNames = Readonly<Record<string, string>>

type InApi<T, N extends ToolApiNames> = { [K in keyof T as K extends keyof N ? N[K] : K]: T[K] }

/** The inputs of a tool under their names in the API. Inputs that are undefined are left out. */
export const toolInputsByApiNames = <T extends object, const N extends ToolApiNames>(names: N, input: T): InApi<T, N> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [names[name] ?? name, value]),
  ) as InApi<T, N>

/** The input of a tool that corresponds to a field of the API, by the field's path. Undefined: the tool has no such input. */
export function toolInputNameAt(path: string, names: ToolApiNames, inputs: readonly string[]): string | undefined {
  const renamed = Object.entries(names).find(([, inApiAs]) => isWithin(path, inApiAs))
  if (renamed !== undefined) return renamed[0]
  return inputs.find((name) => isWithin(path, name)) === undefined ? undefined : path
}

const isWithin = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)
