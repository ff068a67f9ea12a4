import type { FreeForm } from '../../contract/primitives.ts'
import type { Policy } from '../../contract/policy.ts'
import { type CallersField, callersFields, type SheetRow, type Sheet } from '../../contract/sheets/row.ts'
import type { SettingsOf } from '../../contract/sheets/schemas.ts'
import { assertPresent } from '../../lib/assert.ts'
import { checkFreeForm } from './free-form.ts'
import { limitsOfInput, patchedLimits } from './limits-input.ts'
import { mergedField } from './merged.ts'
import { newShadow, patchedPolicy, policyOfInput, shadowFieldsAfter, type ShadowFields } from './policy-input.ts'

/** The facts about a resource that the values of its bodies depend on. */
interface Surroundings {
  /** The customer's, in which caps have to be. Absent: the resource has no caps. */
  readonly currency?: string
  /** In Unix milliseconds. */
  readonly now: number
}

type Members = Readonly<Record<string, unknown>>

/** How the values of one kind get into a resource. */
interface Merge {
  create(sent: unknown, around: Surroundings): unknown
  patch(stored: unknown, sent: unknown, around: Surroundings): unknown
}
type MakeMerge = (field: string, row: SheetRow) => Merge

const replace: MakeMerge = () => ({
  create: (sent) => sent ?? null,
  patch: (stored, sent) => (sent === undefined ? stored : sent),
})

const merges: Readonly<Record<Exclude<CallersField['merge'], 'apart' | 'shadow'>, MakeMerge>> = {
  replace,
  set: replace,
  members(field, { schema }) {
    const merged = mergedField(field, schema)
    return {
      create: (sent) => sent ?? null,
      patch: (stored, sent) => merged(stored as object | null, sent as object | null | undefined),
    }
  },
  'free-form'(field, { schema }) {
    const merged = mergedField<FreeForm>(field, schema)
    return {
      create: (sent) => checkFreeForm(field, (sent ?? null) as FreeForm | null),
      patch: (stored, sent) =>
        checkFreeForm(field, merged(stored as FreeForm | null, sent as FreeForm | null | undefined)),
    }
  },
  policy: () => ({
    create: (sent) => policyOfInput(sent as Policy | undefined),
    patch: (stored, sent) => patchedPolicy(stored as Policy, sent as object | null | undefined),
  }),
  caps: () => ({
    create: (sent, { currency }) => limitsOfInput(sent as Parameters<typeof limitsOfInput>[0], ofCaps(currency)),
    patch: (stored, sent, { currency }) =>
      patchedLimits(stored as Policy['limits'] & object, sent as Parameters<typeof patchedLimits>[1], ofCaps(currency)),
  }),
}

const ofCaps = (currency: string | undefined): string => assertPresent(currency, 'caps are in a currency')

const hasShadow = (sheet: Sheet): boolean => 'shadowPolicy' in sheet

/** The settings of a sheet with what their bodies do, in the order of bodies. */
const settingsOf = (sheet: Sheet) =>
  callersFields(sheet).flatMap(([field, set, row]) =>
    set.merge === 'apart' || set.merge === 'shadow' ? [] : [{ field, set, ...merges[set.merge](field, row) }],
  )

/** The settings of a resource, with its shadow policy where it can have one. */
export type InputSettings<S extends Sheet> = SettingsOf<S> &
  (S extends { readonly shadowPolicy: SheetRow } ? ShadowFields : object)

/** Makes the function that makes the settings of a new resource from the body of its creation. */
export function newSettings<S extends Sheet>(sheet: S): (body: object, around: Surroundings) => InputSettings<S> {
  const settings = settingsOf(sheet)
  return (body, around) => ({
    ...(Object.fromEntries(
      settings.map(({ field, set, create }) => [
        field,
        create((body as Members)[field] ?? set.default ?? undefined, around),
      ]),
    ) as unknown as InputSettings<S>),
    ...(hasShadow(sheet) ? newShadow((body as { shadowPolicy?: Policy }).shadowPolicy, around.now) : {}),
  })
}

/** Makes the function that makes the settings of a resource after a PATCH. */
export function patchedSettings<S extends Sheet>(
  sheet: S,
): (stored: InputSettings<S>, patch: object, around: Surroundings) => InputSettings<S> {
  const settings = settingsOf(sheet).filter(({ set: { update } }) => update !== 'never' && update !== 'same')
  return (stored, patch, around) => ({
    ...(Object.fromEntries(
      settings.map(({ field, patch: patched }) => [
        field,
        patched((stored as Members)[field], (patch as Members)[field], around),
      ]),
    ) as unknown as InputSettings<S>),
    ...(hasShadow(sheet)
      ? shadowFieldsAfter(stored as ShadowFields, (patch as { shadowPolicy?: object | null }).shadowPolicy, around.now)
      : {}),
  })
}
