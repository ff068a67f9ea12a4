import type { SheetFieldFlags } from './row.ts'

/** Makes a function that returns the command line's flag for a whole field, from its place, name, example value and description. */
const flagOf =
  (kind: SheetFieldFlags['kind']) =>
  (at: number, name: string, value: string, description: string): SheetFieldFlags => ({
    at,
    kind,
    of: [{ name, member: null, value, description }],
  })

export const textFieldSheetFlag = flagOf('text')
export const listFieldSheetFlag = flagOf('list')
export const objectFieldSheetFlag = flagOf('object')
