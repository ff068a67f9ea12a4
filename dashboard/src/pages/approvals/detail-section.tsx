import type { ReactNode } from 'react'
import { DecisionInputGuard } from '../../ui/deciding/guarded.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { DecisionStatus } from './decision-status.tsx'

export interface InboxRequestDetailProps<Item> {
  id: string
  /** The request as the inbox's list has it: drawn, and decided by a key, until the request's own answer is loaded. */
  listed?: Item | undefined
  /** True: the section has a heading with the request's name, because the page beside the list has no title with it. */
  hasHeading?: boolean
  onDecided?: () => void
}

/** The frame of an inbox request's details: its heading, its status and everything that a decision needs. */
export const InboxRequestDetailSection = ({
  shown,
  hasHeading,
  title,
  status,
  children,
}: {
  /** The id and the content of the inbox request. A change of it guards the section's buttons for a moment. */
  shown: string
  hasHeading: boolean
  title: ReactNode
  status: string
  children: ReactNode
}) => (
  <PageSection>
    <DecisionInputGuard shown={shown} className="grid gap-4">
      {hasHeading && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h2>
          <DecisionStatus of={status} />
        </div>
      )}
      {children}
    </DecisionInputGuard>
  </PageSection>
)

/** The placeholder for a request's details that are loading or could not be read. */
export const InboxRequestDetailPlaceholder = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <PageSection>{error ? <FailureNotice error={error} onRetry={onRetry} /> : <LoadingLines lines={6} />}</PageSection>
)

/** The text by which a section notices that it shows another inbox request, or another content of the same one. */
export const shownInboxRequestKey = ({
  id,
  subjectHash = '',
}: {
  readonly id: string
  readonly subjectHash?: string
}): string => `${id} ${subjectHash}`
