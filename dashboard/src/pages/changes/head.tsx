import { useQuery } from '@tanstack/react-query'
import { purser } from '../../api/client.ts'
import { formatCount } from '../../lib/format.ts'
import { CodeBlock } from '../../ui/code.tsx'
import { DetailList, PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { ExactTime } from '../../ui/time.tsx'

const commands = (accountId: string) => `purser audit export \\
  --account ${accountId} > audit.ndjson
purser audit public-key > audit.pem
purser audit check audit.ndjson \\
  --public-key audit.pem`

/** The signed head of the audit trail, and the commands that check that no entry before it was changed. */
export function AuditHeadSection() {
  const { data, error, refetch } = useQuery({
    queryKey: ['audit', 'head'],
    queryFn: ({ signal }) => purser.audit.head({ signal }),
  })
  return (
    <PageSection title="Signed head">
      {data === undefined ? (
        error ? (
          <FailureNotice error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingLines />
        )
      ) : (
        <div className="grid gap-4">
          <DetailList
            of={[
              [
                'Entries',
                <span key="entries" className="tabular-nums">
                  {formatCount(data.sequence)}
                </span>,
              ],
              ['Signed', <ExactTime key="signed" at={data.at} />],
            ]}
          />
          <div className="grid gap-1">
            <p className="text-sm text-quiet">Hash of the last entry</p>
            <CodeBlock label="the hash" text={data.hash} wrap />
          </div>
          <div className="grid gap-1">
            <p className="text-sm text-quiet">Signature (Ed25519)</p>
            <CodeBlock label="the signature" text={data.signature} wrap />
          </div>
          <p>
            Each entry has the hash of the one before it. Keep a copy of this signed head elsewhere, and use it to check
            the whole chain:
          </p>
          <CodeBlock label="how to check" text={commands(data.accountId)} />
          <p className="text-sm text-quiet">The check needs neither the database nor a key of the service.</p>
        </div>
      )}
    </PageSection>
  )
}
