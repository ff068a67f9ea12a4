import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Session } from '@purser/client'
import { purser } from '../../api/client.ts'
import { listPagesQuery } from '../../api/pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ApiListTable } from '../../ui/api-list-table.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { browserName } from '../../lib/browser-name.ts'

const query = listPagesQuery(['sessions'], (cursor) =>
  purser.sessions.list({ ...(cursor !== undefined && { cursor }) }),
)

/** The sessions of the signed-in person. */
export function OwnSessions() {
  const client = useQueryClient()
  const say = useToast()
  const end = useMutation({
    mutationFn: (id: string) => purser.sessions.end(id),
    onSuccess: () => say.done('The session is ended.'),
    onError: say.failed,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const endOthers = useMutation({
    mutationFn: async () => {
      for await (const { id, current } of purser.sessions.list({ limit: 100 }))
        if (!current) await purser.sessions.end(id)
    },
    onSuccess: () => say.done('Your other sessions are ended.'),
    onError: say.failed,
    onSettled: () => client.invalidateQueries({ queryKey: ['sessions'] }),
  })
  const columns: TableColumn<Session>[] = [
    {
      name: 'Browser',
      cell: ({ userAgent, current }) => (
        <span className="flex flex-wrap items-center gap-2">
          {browserName(userAgent)}
          {current && <Badge tone="accent">this one</Badge>}
        </span>
      ),
    },
    { name: 'Address', cell: ({ address }) => <code>{address ?? '—'}</code>, wideOnly: true },
    { name: 'Signed in', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, wideOnly: true },
    { name: 'Last used', cell: ({ lastUsedAt }) => <RelativeTime at={lastUsedAt} /> },
    {
      name: 'End',
      right: true,
      cell: ({ id, current, userAgent }) =>
        !current && (
          <Button
            size="small"
            busy={end.isPending && end.variables === id}
            onClick={() => end.mutate(id)}
            aria-label={`Sign out ${browserName(userAgent)}`}
          >
            Sign out
          </Button>
        ),
    },
  ]
  return (
    <PageSection
      title="Where you are signed in"
      flush
      action={
        <Button size="small" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          Sign out all others
        </Button>
      }
    >
      <ApiListTable
        query={query}
        caption="Your sessions"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title="You have no session, because you use an API key." />}
      />
    </PageSection>
  )
}
