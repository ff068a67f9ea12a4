import type { FreeFormObject } from '../../contract/primitives.ts'
import type { Policy } from '../../contract/policy.ts'
import {
  type CallerSetField,
  callerSetFieldsOf,
  type ResourceSheetRow,
  type ResourceSheet,
} from '../../contract/sheets/row.ts'
import type { ResourceSettings } from '../../contract/sheets/schemas.ts'
import { assertPresent } from '../../lib/assert.ts'
import { checkFreeFormObject } from './free-form.ts'
import { limitsOfInput, patchedLimits } from './limits-input.ts'
import { mergedPatchField } from './merged.ts'
import {
  newShadowPolicy,
  patchedPolicy,
  policyOfInput,
  shadowPolicyAfterPatch,
  type ShadowPolicyFields,
} from './policy-input.ts'

/** The currency and the time on which the settings of a customer, agent or card depend, beside the body of the request. */
interface Surroundings {
  /** The customer's currency, in which hard caps have to be. Absent: the resource has no hard caps. */
  readonly currency?: string
  /** The present time in Unix milliseconds. */
  readonly now: number
}

type Members = Readonly<Record<string, unknown>>

/** Makes the stored value of one setting of a resource from the body of its creation, or from a PATCH and the stored value. */
interface Merge {
  create(sent: unknown, around: Surroundings): unknown
  patch(stored: unknown, sent: unknown, around: Surroundings): unknown
}
type MakeMerge = (field: string, row: ResourceSheetRow) => Merge

const replace: MakeMerge = () => ({
  create: (sent) => sent ?? null,
  patch: (stored, sent) => (sent === undefined ? stored : sent),
})

const merges: Readonly<Record<Exclude<CallerSetField['merge'], 'apart' | 'shadow'>, MakeMerge>> = {
  replace,
  set: replace,
  members(field, { schema }) {
    const merged = mergedPatchField(field, schema)
    return {
      create: (sent) => sent ?? null,
      patch: (stored, sent) => merged(stored as object | null, sent as object | null | undefined),
    }
  },
  'free-form'(field, { schema }) {
    const merged = mergedPatchField<FreeFormObject>(field, schema)
    return {
      create: (sent) => checkFreeFormObject(field, (sent ?? null) as FreeFormObject | null),
      patch: (stored, sent) =>
        checkFreeFormObject(field, merged(stored as FreeFormObject | null, sent as FreeFormObject | null | undefined)),
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

const hasShadow = (sheet: ResourceSheet): boolean => 'shadowPolicy' in sheet

/** The settings that callers send for a kind of resource, each with the functions that create and patch its value. */
const settingsOf = (sheet: ResourceSheet) =>
  callerSetFieldsOf(sheet).flatMap(([field, set, row]) =>
    set.merge === 'apart' || set.merge === 'shadow' ? [] : [{ field, set, ...merges[set.merge](field, row) }],
  )

/** The settings of a resource, with its shadow policy where it can have one. */
export type ResourceInputSettings<S extends ResourceSheet> = ResourceSettings<S> &
  (S extends { readonly shadowPolicy: ResourceSheetRow } ? ShadowPolicyFields : object)

/** Makes the function that makes the settings of a new resource from the body of its creation. */
export function newResourceSettings<S extends ResourceSheet>(
  sheet: S,
): (body: object, around: Surroundings) => ResourceInputSettings<S> {
  const settings = settingsOf(sheet)
  return (body, around) => ({
    ...(Object.fromEntries(
      settings.map(({ field, set, create }) => [
        field,
        create((body as Members)[field] ?? set.default ?? undefined, around),
      ]),
    ) as unknown as ResourceInputSettings<S>),
    ...(hasShadow(sheet) ? newShadowPolicy((body as { shadowPolicy?: Policy }).shadowPolicy, around.now) : {}),
  })
}

/** Makes the function that makes the settings of a resource after a PATCH. */
export function patchedResourceSettings<S extends ResourceSheet>(
  sheet: S,
): (stored: ResourceInputSettings<S>, patch: object, around: Surroundings) => ResourceInputSettings<S> {
  const settings = settingsOf(sheet).filter(({ set: { update } }) => update !== 'never' && update !== 'same')
  return (stored, patch, around) => ({
    ...(Object.fromEntries(
      settings.map(({ field, patch: patched }) => [
        field,
        patched((stored as Members)[field], (patch as Members)[field], around),
      ]),
    ) as unknown as ResourceInputSettings<S>),
    ...(hasShadow(sheet)
      ? shadowPolicyAfterPatch(
          stored as ShadowPolicyFields,
          (patch as { shadowPolicy?: object | null }).shadowPolicy,
          around.now,
        )
      : {}),
  })
}
