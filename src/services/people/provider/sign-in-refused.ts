import { ApiError, type ErrorExtras } from '../../../contract/errors.ts'
import type { SignInReason } from '../../../contract/sign-in-reasons.ts'

export const signInRefused = (reason: SignInReason, extras: Pick<ErrorExtras, 'message' | 'hint'> = {}): ApiError =>
  new ApiError('provider_sign_in_refused', { ...extras, details: { reason } })
