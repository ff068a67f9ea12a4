import type { DoctorExamination } from '../examination.ts'
import type { DoctorFinding } from '../finding.ts'

/** Findings about who vouches for people and for clients on the web: the sign-in provider, and the issuer of access tokens. */
export function signInFindings({
  providerProblem,
  tokenIssuerProblem,
}: Pick<DoctorExamination, 'providerProblem' | 'tokenIssuerProblem'>): DoctorFinding[] {
  const findings: DoctorFinding[] = []
  if (providerProblem !== null) {
    findings.push({
      severity: 'error',
      code: 'provider_unusable',
      says: `The sign-in provider cannot be used, and nobody can sign in at it: ${providerProblem}.`,
      todo: "Correct PURSER_OIDC_ISSUER, or let this machine reach the provider's document and keys (docs/guides/people.md). The owner signs in by an invitation from the shell meanwhile.",
    })
  }
  if (tokenIssuerProblem !== null) {
    findings.push({
      severity: 'error',
      code: 'token_issuer_unusable',
      says: `The issuer of access tokens cannot be used, and /mcp answers 503 to new tokens: ${tokenIssuerProblem}.`,
      todo: "Write PURSER_MCP_ISSUER exactly as the issuer's metadata names it, and let this machine reach the metadata and the keys (docs/mcp/web-clients.md). API keys work meanwhile.",
    })
  }
  return findings
}
