import type { AuditEntry } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { describeOperation } from '../../lib/change-words.ts'
import { fieldNameInWords } from '../../lib/format.ts'
import { policyFieldAtPath } from '../../lib/policy-fields.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import { PolicyRuleValue } from '../../ui/rule-value.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** The changes of a resource from the audit trail, for people who may read the audit trail. */
export function ResourceChanges({ id }: { id: string }) {
  return useHasRole('admin', 'read') ? <Entries id={id} /> : null
}

function Entries({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', { resourceId: id, limit: 10 }],
    queryFn: ({ signal }) => purser.audit.list({ resourceId: id, limit: 10 }, { signal }).then((page) => page.data),
  })
  return (
    <PageSection
      title="Changes"
      flush
      action={
        <ButtonLink size="small" look="ghost" to={`/changes?resourceId=${id}`} aria-label="All changes">
          All
        </ButtonLink>
      }
    >
      {data ? (
        <ol className="divide-y divide-line">
          {data.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      ) : (
        <div className="p-5">
          {error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines lines={3} />}
        </div>
      )}
    </PageSection>
  )
}

const Entry = ({ entry: { actor, at, operation, changes } }: { entry: AuditEntry }) => (
  <li className="grid gap-1 px-5 py-3">
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-medium">
          <UntrustedText text={actor.type === 'system' ? 'Purser' : actor.name} />
        </span>{' '}
        <span className="text-quiet">{describeOperation(operation)}</span>
      </span>
      <span className="text-sm text-quiet">
        <RelativeTime at={at} />
      </span>
    </p>
    {/* The fields of a creation are on the page already. */}
    {!operation.startsWith('create') && (changes.some(({ before }) => before !== null) || changes.length <= 3) ? (
      <ul className="grid gap-0.5 text-sm">
        {changes.map((change) => (
          <ChangedField key={change.path} change={change} />
        ))}
      </ul>
    ) : (
      <p className="text-sm text-quiet">{changes.length === 1 ? '1 field set' : `${changes.length} fields set`}</p>
    )}
  </li>
)

function ChangedField({ change: { path, before, after } }: { change: AuditEntry['changes'][number] }) {
  const field = policyFieldAtPath(path)
  const value = (of: unknown) => (of === null ? 'not set' : <PolicyRuleValue rule={field?.name ?? path} value={of} />)
  return (
    <li className="min-w-0 wrap-anywhere">
      <span className="text-quiet">{field?.label ?? fieldNameInWords(path)}:</span>{' '}
      <s className="text-quiet">{value(before)}</s> <span aria-hidden>→</span> <span className="sr-only">became</span>{' '}
      {value(after)}
    </li>
  )
}
