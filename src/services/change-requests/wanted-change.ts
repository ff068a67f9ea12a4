import { askablePolicyFields, type WantedChange } from '../../contract/resources/change-requests.ts'
import { policyRowNamed } from '../../contract/policy-sheet/policy-sheet.ts'
import { ApiError, invalidRequestError } from '../../contract/errors.ts'
import { MAX_ALLOWED_ORIGINS, MAX_ARRAY_ENTRIES } from '../../contract/primitives.ts'
import { changeRequestPatch } from '../../domain/intents/change-request-patch.ts'
import {
  type ChangeRequestLevels,
  type ChangeRequestPreview,
  previewChangeRequestApproval,
} from './change-request-levels.ts'

const ASKABLE: ReadonlySet<string> = new Set(askablePolicyFields)

/**
 * Returns the card or agent as it would be after a wanted change, with the changed fields and the warnings. Throws `invalid_request` for
 * fields that nobody may ask to change and for full lists, and the errors that a PATCH with the same change would get.
 */
export function previewOfWantedChange(
  levels: ChangeRequestLevels,
  wanted: WantedChange,
  now: number,
): ChangeRequestPreview {
  checkAskable(wanted)
  checkRoom(levels, wanted)
  return withoutOwnNames(() => previewChangeRequestApproval(levels, wanted, now))
}

export const emptyChangeRequestError = (): ApiError =>
  invalidRequestError(
    'wanted',
    'It would change nothing: what is wanted holds already.',
    'parameter_invalid',
    'Read the policy: another field, or a level above, stands in the way.',
  )

function checkAskable({ policy }: WantedChange): void {
  const field = Object.keys(policy ?? {}).find((name) => !ASKABLE.has(name))
  if (field === undefined) return
  const path = `wanted.policy.${field}`
  if (policyRowNamed(field)?.request === 'entry') {
    throw invalidRequestError(
      path,
      'A list is not replaced by asking: what others have put into it meanwhile would be lost.',
      'parameter_invalid',
      'Ask for the entry: `{"allow": {"merchant": "GitHub"}}`, or `merchantId`, `mcc`, `country` or `origin`.',
    )
  }
  throw invalidRequestError(
    path,
    `\`${field}\` is how owners watch over their agents: nobody can ask for a change of it.`,
    'parameter_invalid',
    `Ask for one of: ${askablePolicyFields.join(', ')}. Everything else is for the owner to change.`,
  )
}

function checkRoom(levels: ChangeRequestLevels, wanted: WantedChange): void {
  const { allowedOrigins = [], ...lists } = changeRequestPatch(levels, { allow: wanted.allow ?? {} }).policy ?? {}
  const isFull = Object.values(lists).some((list) => Array.isArray(list) && list.length > MAX_ARRAY_ENTRIES)
  const most = isFull ? MAX_ARRAY_ENTRIES : MAX_ALLOWED_ORIGINS
  if (!isFull && (allowedOrigins ?? []).length <= MAX_ALLOWED_ORIGINS) return
  throw invalidRequestError(
    'wanted.allow',
    `The list has ${most} entries, and there is no room for another.`,
    'parameter_invalid',
    'The owner has to take out what is not needed any more.',
  )
}

/**
 * Runs the code that applies a PATCH. In its errors, parameters get the prefix `wanted.`, because a change request has the PATCH in this
 * field.
 */
function withoutOwnNames<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.extras.param === undefined) throw error
    throw new ApiError(error.code, {
      ...error.extras,
      message: error.message,
      param: `wanted.${error.extras.param}`,
    })
  }
}
