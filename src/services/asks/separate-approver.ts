import { ApiError } from '../../contract/errors.ts'
import type { Policy } from '../../contract/policy.ts'
import type { WriteOperationContext } from '../request/context.ts'
import { findApiKeyMakers } from '../../store/accounts/api-keys.ts'

/**
 * Throws `self_approval` where the effective policy requires a separate approver, and the caller or a maker of the caller's key made the
 * change request or subscription that is decided about. `name`: its name in the error's message, `the subscription`.
 */
export async function checkSeparateApprover(
  context: WriteOperationContext,
  policy: Pick<Policy, 'requireSeparateApprover'>,
  { requestedBy, name }: { readonly requestedBy: string; readonly name: string },
): Promise<void> {
  if (policy.requireSeparateApprover !== true || !(await isRequester(context, requestedBy))) return
  throw new ApiError('self_approval', {
    message: `The policy asks for another approver than the one who asked for ${name}.`,
  })
}

/**
 * Whether the caller, or somebody who made the caller's API key, made the request that is to be decided. `asker`: the id of the person or
 * key that made it.
 */
async function isRequester(
  { tx, principal }: Pick<WriteOperationContext, 'tx' | 'principal'>,
  asker: string,
): Promise<boolean> {
  if (asker === principal.id) return true
  return principal.type === 'key' && (await findApiKeyMakers(tx, principal.accountId, principal.id)).has(asker)
}
