import type { SheetFieldFlags } from './row.ts'

/** Makes a function that returns the command line's flag for a whole field, from its place, name, example value and description. */
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
