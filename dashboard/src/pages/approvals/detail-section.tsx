import type { ReactNode } from 'react'
import { Guarded } from '../../ui/deciding/guarded.tsx'
import { Section } from '../../ui/page.tsx'
import { Failure, Loading } from '../../ui/states.tsx'
import { DecisionStatus } from './decision-status.tsx'

export interface DetailProps<Item> {
  id: string
  /** As the list has it: drawn, and decided by a key, before its own answer is here. */
  listed?: Item | undefined
  /** Beside the list, where no page title says it. */
  hasHeading?: boolean
  onDecided?: () => void
}

/** All that one needs to decide about one thing of the inbox. */
export const DetailSection = ({
  shown,
  hasHeading,
  title,
  status,
  children,
}: {
  /** The id and the content of the subject: another value makes the section new. */
  shown: string
  hasHeading: boolean
  title: ReactNode
  status: string
  children: ReactNode
}) => (
  <Section>
    <Guarded shown={shown} className="grid gap-4">
      {hasHeading && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h2 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{title}</h2>
          <DecisionStatus of={status} />
        </div>
      )}
      {children}
    </Guarded>
  </Section>
)

/** The placeholder for details that load or could not be read. */
export const NoDetail = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Section>{error ? <Failure error={error} onRetry={onRetry} /> : <Loading lines={6} />}</Section>
)

/** Names what is shown of a request: which one, and its content. */
export const shownIn = ({ id, subjectHash = '' }: { readonly id: string; readonly subjectHash?: string }): string =>
  `${id} ${subjectHash}`
