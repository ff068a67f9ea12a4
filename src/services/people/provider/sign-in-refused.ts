import { ApiError, type ApiErrorExtras } from '../../../contract/errors.ts'
import type { SignInRefusalReason } from '../../../contract/sign-in-reasons.ts'

export const signInRefusedError = (
  reason: SignInRefusalReason,
  extras: Pick<ApiErrorExtras, 'message' | 'hint'> = {},
): ApiError => new ApiError('provider_sign_in_refused', { ...extras, details: { reason } })
