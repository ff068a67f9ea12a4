import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { approvalQuery } from '../../api/approvals.ts'
import { Status } from '../../ui/badge.tsx'
import { Page } from '../../ui/page.tsx'
import { Detail } from './detail.tsx'
import { headline } from './subject.tsx'

/** Where the link of a mail leads. */
export default function ApprovalPage() {
  const { approvalId = '' } = useParams()
  const { data } = useQuery(approvalQuery(approvalId))
  return (
    <Page
      title={data ? headline(data) : 'Approval'}
      crumbs={[{ label: 'Approvals', to: '/approvals' }]}
      badge={data && <Status of={data.status === 'rejected' ? 'declined' : data.status} />}
    >
      <div className="max-w-3xl">
        <Detail key={approvalId} id={approvalId} />
      </div>
    </Page>
  )
}
