import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Transaction, TransactionDocument } from '@purser/client'
import { purser } from '../../api/client.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { base64OfFile, downloadFile, fileOfBase64 } from '../../lib/download-file.ts'
import { Button } from '../../ui/button.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { UntrustedText } from '../../ui/untrusted-text.tsx'

const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.webp,.eml'

/** The documents of a transaction, such as its invoice, to save and to add to. */
export function TransactionDocuments({ of: { id, documents = [] } }: { of: Transaction }) {
  const may = useHasRole('admin', 'approver')
  return (
    <PageSection title="Documents" action={may && <AttachButton transactionId={id} />}>
      {documents.length === 0 ? (
        <p className="text-quiet">No receipt or invoice yet.</p>
      ) : (
        <ul className="grid gap-2">
          {documents.map((document) => (
            <li key={document.id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="min-w-0 wrap-anywhere">
                <UntrustedText text={document.name} />{' '}
                <span className="text-sm text-quiet">
                  <RelativeTime at={document.createdAt} />
                </span>
              </span>
              <SaveButton transactionId={id} document={document} />
            </li>
          ))}
        </ul>
      )}
    </PageSection>
  )
}

function AttachButton({ transactionId }: { transactionId: string }) {
  const client = useQueryClient()
  const say = useToast()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File) => {
      await purser.transactions.attachDocument(transactionId, { name: file.name, content: await base64OfFile(file) })
      await Promise.all(['transactions', 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
    onError: (error) => say.failed(error),
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label="The receipt to attach"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) mutate(file)
          target.value = ''
        }}
      />
      <Button size="small" busy={isPending} onClick={() => input.current?.click()}>
        Attach a receipt
      </Button>
    </>
  )
}

function SaveButton({ transactionId, document }: { transactionId: string; document: TransactionDocument }) {
  const say = useToast()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { content, mediaType, name } = await purser.transactions.document(transactionId, document.id)
      downloadFile(fileOfBase64(content, mediaType), name)
    },
    onError: (error) => say.failed(error),
  })
  return (
    <Button size="small" busy={isPending} aria-label={`Save ${document.name}`} onClick={() => mutate()}>
      Save
    </Button>
  )
}
