import type { FieldFlags } from './row.ts'

/** Makes the function that says a flag for a whole field: its place, its name, an example of a value, and its description. */
const flagOf =
  (kind: FieldFlags['kind']) =>
  (at: number, name: string, value: string, description: string): FieldFlags => ({
    at,
    kind,
    of: [{ name, member: null, value, description }],
  })

export const textFieldFlag = flagOf('text')
export const listFieldFlag = flagOf('list')
export const objectFieldFlag = flagOf('object')
