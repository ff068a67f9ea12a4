import type { SheetFieldFlags } from './row.ts'

/** Makes the function that says a flag for a whole field: its place, its name, an example of a value, and its description. */
const flagOf =
  (kind: SheetFieldFlags['kind']) =>
  (at: number, name: string, value: string, description: string): SheetFieldFlags => ({
    at,
    kind,
    of: [{ name, member: null, value, description }],
  })

export const textSheetFlag = flagOf('text')
export const listSheetFlag = flagOf('list')
export const objectSheetFlag = flagOf('object')
