/** The value of a field that no level sets (contract, section 5). */
export const policyDefaults: Readonly<Record<string, unknown>> = {
  requireIntent: false,
  requireAttestation: false,
  requireApproval: false,
  requireSeparateApprover: false,
  requireCvv: false,
  attestationWindowMinutes: 15,
  lockToFirstMerchant: false,
  intentTolerancePercent: 10,
  onIntentMismatch: 'flag',
  onMissingIntent: 'flag',
  newMerchant: 'off',
}
