import { ApiError } from '../../contract/errors.ts'
import type { Policy } from '../../contract/policy.ts'
import { isRequester } from '../request/is-requester.ts'
import type { WriteContext } from '../request/context.ts'

/**
 * Throws `self_approval` where the effective policy requires a separate approver, and the caller or a maker of the caller's key made the
 * ask. `name`: the ask in the message, `the subscription`.
 */
export async function checkSeparateApprover(
  context: WriteContext,
  policy: Pick<Policy, 'requireSeparateApprover'>,
  { requestedBy, name }: { readonly requestedBy: string; readonly name: string },
): Promise<void> {
  if (policy.requireSeparateApprover !== true || !(await isRequester(context, requestedBy))) return
  throw new ApiError('self_approval', {
    message: `The policy asks for another approver than the one who asked for ${name}.`,
  })
}
