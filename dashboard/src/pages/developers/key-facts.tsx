import type { ApiKey } from '@purser/client'
import { formatCount, formatDate, formatExactTime } from '../../lib/format.ts'
import { Badge, StatusBadge } from '../../ui/badge.tsx'
import { AgentName } from '../../ui/named.tsx'
import { RelativeTime } from '../../ui/time.tsx'

export const isApiKeyEnded = (key: ApiKey, now: number) =>
  key.revokedAt !== undefined || (key.expiresAt !== undefined && Date.parse(key.expiresAt) <= now)

export const ApiKeyLastUse = ({ of: { lastUsedAt } }: { of: ApiKey }) =>
  lastUsedAt ? <RelativeTime at={lastUsedAt} /> : <QuietText>never</QuietText>

export const QuietText = ({ children }: { children: React.ReactNode }) => <span className="text-quiet">{children}</span>

export const ApiKeyRole = ({
  of: { role, agentId, tier, requestsPerMinute, mcpCardDetails, mcpToken },
}: {
  of: ApiKey
}) => (
  <div className="grid justify-items-start gap-0.5">
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{role}</Badge>
      {tier !== 'standard' && (
        <span className="text-sm text-quiet">
          {tier} tier
          {requestsPerMinute !== undefined && `, ${formatCount(requestsPerMinute)}/min`}
        </span>
      )}
    </span>
    {agentId && (
      <span className="max-w-44 truncate text-sm">
        <AgentName id={agentId} link />
      </span>
    )}
    {mcpCardDetails && <span className="text-sm text-warn">shows card numbers</span>}
    {mcpToken && <span className="text-sm text-quiet">signs in from the web</span>}
  </div>
)

export function ApiKeyState({ of: key, now }: { of: ApiKey; now: number }) {
  const { revokedAt, expiresAt } = key
  if (revokedAt) return <Note status="revoked" at={revokedAt} />
  if (isApiKeyEnded(key, now) && expiresAt) return <Note status="expired" at={expiresAt} />
  return (
    <div className="grid justify-items-start gap-0.5">
      <StatusBadge of="active" />
      {expiresAt && (
        <span className="text-sm text-quiet">
          until <span title={formatExactTime(expiresAt)}>{formatDate(expiresAt)}</span>
        </span>
      )}
    </div>
  )
}

const Note = ({ status, at }: { status: string; at: string }) => (
  <div className="grid justify-items-start gap-0.5">
    <StatusBadge of={status} />
    <span className="text-sm text-quiet">
      <RelativeTime at={at} />
    </span>
  </div>
)

export const KeyAllowedAddresses = ({ of }: { of: readonly string[] | undefined }) =>
  of === undefined ? (
    <QuietText>anywhere</QuietText>
  ) : (
    <span title={of.join(', ')}>
      <code>{of[0]}</code>
      {of.length > 1 && <QuietText> and {of.length - 1} more</QuietText>}
    </span>
  )
