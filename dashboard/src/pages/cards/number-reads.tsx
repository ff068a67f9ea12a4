import type { AccessEvent } from '@purser/client'
import { purser } from '../../api/client.ts'
import { useSignedInPerson } from '../../api/sign-in/session.ts'
import { ActorName } from '../../ui/actor-name.tsx'
import { StatusBadge } from '../../ui/badge.tsx'
import { ApiSentence } from '../../ui/sentence.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'
import type { TableColumn } from '../../ui/table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { RelatedResources } from '../resource/related.tsx'

/** Reads of the card's number, allowed and refused. */
export function CardNumberReads({ cardId }: { cardId: string }) {
  const self = useSignedInPerson()
  const columns: readonly TableColumn<AccessEvent>[] = [
    {
      name: 'Purpose',
      cell: ({ purpose, reasons }) => (
        <>
          <span className="wrap-anywhere">
            <UntrustedText text={purpose ?? 'No purpose'} />
          </span>
          {reasons[0] && (
            <span className="block text-sm text-quiet">
              <ApiSentence text={reasons[0].message} />
            </span>
          )}
        </>
      ),
    },
    {
      name: 'Result',
      cell: ({ status, passkeyId }) => (
        <>
          <StatusBadge of={status} />
          {passkeyId !== undefined && <span className="block pt-1 text-sm text-quiet">by passkey</span>}
        </>
      ),
    },
    {
      name: 'Reader',
      cell: ({ keyId }) => (keyId === self.id ? 'You' : <ActorName id={keyId} />),
      wideOnly: true,
    },
    { name: 'When', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, right: true },
  ]
  return (
    <RelatedResources
      title="Card number access"
      queryKey={['cards', cardId, 'looks']}
      load={(signal) => purser.cards.listAccessEvents(cardId, { limit: 10 }, { signal })}
      columns={columns}
      rowKey={(row) => row.id}
      empty="Nobody has read the number."
    />
  )
}
