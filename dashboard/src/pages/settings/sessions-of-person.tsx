import { useQuery } from '@tanstack/react-query'
import type { Person, Session } from '@purser/client'
import { purser } from '../../api/client.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { browserName } from '../../lib/browser-name.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'

/** The most sessions of a person that are shown. Nobody has more in practice, and signing out everywhere ends all of them. */
const SHOWN = 20

/** The sessions of another person, with a button to end them: a laptop is lost, or a session was stolen. */
export function SessionsOfPerson({ person: { id, name } }: { person: Person }) {
  const { data, error } = useQuery({
    queryKey: ['sessions', 'of', id],
    queryFn: ({ signal }) => purser.sessions.list({ personId: id, limit: SHOWN }, { signal }),
  })
  const end = useActionWithToast((session: Session) => purser.sessions.end(session.id), {
    changes: 'sessions',
    said: 'The session is ended.',
  })
  const endAll = useActionWithToast(() => endSessionsOf(id), {
    changes: 'sessions',
    said: `${name} is signed out everywhere.`,
  })
  return (
    <section
      aria-labelledby="their-sessions"
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="their-sessions" className="font-medium">
          Where {name} is signed in
        </h3>
        {data !== undefined && data.data.length > 0 && (
          <Button size="small" busy={endAll.isPending} onClick={() => endAll.mutate(undefined)}>
            Sign out everywhere
          </Button>
        )}
      </div>
      {error && <FailureNotice error={error} />}
      {data === undefined && !error && <LoadingLines lines={2} />}
      {data?.data.length === 0 && <p className="text-quiet">No active session.</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
        {data?.data.map((session) => (
          <li key={session.id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <span className="block truncate">{browserName(session.userAgent)}</span>
              <span className="block truncate text-sm text-quiet">
                {session.address} · last used <RelativeTime at={session.lastUsedAt} />
              </span>
            </span>
            <Button
              size="small"
              busy={end.isPending && end.variables.id === session.id}
              onClick={() => end.mutate(session)}
              aria-label={`Sign out ${browserName(session.userAgent)} of ${name}`}
            >
              Sign out
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function endSessionsOf(personId: string): Promise<void> {
  for await (const { id } of purser.sessions.list({ personId, limit: 100 })) await purser.sessions.end(id)
}
