import type { ApiKey } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { newestKeysQuery } from '../../api/keys.ts'
import { joinClassNames } from '../../lib/classes.ts'
import { useNow } from '../../lib/use-now.ts'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** The reload interval while an API key has not been used yet: no event reports the first request of a key. */
const LOOK_MS = 3_000

/** The API keys of an agent, each with whether it has been used. The page shows the first request without a reload. */
export function AgentKeys({ agentId }: { agentId: string }) {
  const now = useNow()
  const living = (keys: readonly ApiKey[] | undefined) =>
    keys?.filter((key) => key.agentId === agentId && key.revokedAt === undefined && !isExpired(key, now))
  const { data, error, refetch } = useQuery({
    ...newestKeysQuery,
    refetchInterval: ({ state }) =>
      living(state.data?.data)?.some(({ lastUsedAt }) => lastUsedAt === undefined) ? LOOK_MS : false,
  })
  const keys = living(data?.data)
  if (keys === undefined) {
    return error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines lines={2} />
  }
  if (keys.length === 0) return <p className="text-quiet">The agent has no key yet. Make one above.</p>
  return (
    <div role="status">
      <ul className="grid gap-3">
        {keys.map((key) => (
          <KeyLine key={key.id} of={key} />
        ))}
      </ul>
    </div>
  )
}

const isExpired = ({ expiresAt }: ApiKey, now: number) => expiresAt !== undefined && Date.parse(expiresAt) <= now

const KeyLine = ({ of: { name, lastUsedAt } }: { of: ApiKey }) => (
  <li
    className={joinClassNames(
      'flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3',
      lastUsedAt ? 'bg-good-wash text-good' : 'bg-raised text-quiet',
    )}
  >
    <span
      aria-hidden
      className={joinClassNames('size-2.5 rounded-full', lastUsedAt ? 'bg-good' : 'animate-pulse bg-strong-line')}
    />
    <span className="min-w-0 font-medium wrap-anywhere">
      <UntrustedText text={name} />
    </span>
    {lastUsedAt ? (
      <span>
        has called. Last call: <RelativeTime at={lastUsedAt} />
      </span>
    ) : (
      <span>waits for its first call</span>
    )}
  </li>
)
