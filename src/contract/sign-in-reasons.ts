/** Every `details.reason` of `provider_sign_in_refused`. */
export const signInRefusalReasons = [
  'sign_in_unknown',
  'answer_invalid',
  'denied',
  'no_role',
  'person_disabled',
  'email_not_verified',
  'another_person',
] as const
export type SignInRefusalReason = (typeof signInRefusalReasons)[number]
