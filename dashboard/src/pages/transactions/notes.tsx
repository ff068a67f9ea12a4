import { useState } from 'react'
import type { Transaction } from '@purser/client'
import { useHasRole } from '../../api/sign-in/session.ts'
import { loadComponentLater } from '../../app/load-component-later.tsx'
import { Button } from '../../ui/button.tsx'
import { DetailList, PageSection } from '../../ui/page-layout.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

const NotesDialog = loadComponentLater(async () => (await import('./notes-dialog.tsx')).TransactionNotesDialog)

/** The memo and the coding of a transaction, which admins and approvers can change. */
export function TransactionNotes({ of }: { of: Transaction }) {
  const [changes, setChanges] = useState(false)
  const may = useHasRole('admin', 'approver')
  const { memo, coding = {} } = of
  const texts = Object.entries(coding)
  return (
    <PageSection
      title="Notes"
      action={
        may && (
          <Button size="small" aria-label="Change the notes" onClick={() => setChanges(true)}>
            Change
          </Button>
        )
      }
    >
      {memo === undefined && texts.length === 0 ? (
        <p className="text-quiet">No memo and no coding.</p>
      ) : (
        <DetailList
          of={[
            ...(memo === undefined ? [] : [['Memo', <UntrustedText key="memo" text={memo} />] as const]),
            ...texts.map(([name, text]) => [name, <UntrustedText key={name} text={text} />] as const),
          ]}
        />
      )}
      {changes && <NotesDialog of={of} onClose={() => setChanges(false)} />}
    </PageSection>
  )
}
