import { useQuery } from '@tanstack/react-query'
import { purser } from '../api/client.ts'
import { UntrustedText } from './untrusted-text.tsx'
import { useHasRole, useSignedInPerson } from '../api/sign-in/session.ts'

/** An actor: a person by name, and an API key by its name if the viewer may see keys. */
export function ActorName({ id }: { id: string }) {
  const self = useSignedInPerson()
  const isPerson = id.startsWith('per_')
  const mayReadKeys = useHasRole('admin')
  const { data } = useQuery({
    queryKey: [isPerson ? 'people' : 'api-keys', id],
    queryFn: ({ signal }): Promise<{ name?: string | null }> =>
      isPerson ? purser.people.get(id, { signal }) : purser.apiKeys.get(id, { signal }),
    staleTime: 300_000,
    enabled: isPerson || mayReadKeys,
  })
  if (id === self.id) return <>you</>
  if (data?.name)
    return (
      <>
        {!isPerson && 'the key '}
        <UntrustedText text={data.name} />
      </>
    )
  return <code>{id}</code>
}
