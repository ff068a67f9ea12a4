import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transaction } from '@purser/client'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField, apiErrorAtNoFormField } from '../../api/errors.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../resource/form-dialog.tsx'
import { transactionCodingOfLines, transactionCodingPatch, linesOfTransactionCoding } from './coding-lines.ts'

/** The dialog that changes the memo and the coding of a transaction. */
export function TransactionNotesDialog({
  of: { id, memo = '', coding = {} },
  onClose,
}: {
  of: Transaction
  onClose: () => void
}) {
  const client = useQueryClient()
  const [text, setText] = useState(memo)
  const [lines, setLines] = useState(linesOfTransactionCoding(coding))
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await purser.transactions.update(id, {
        memo: text.trim() || null,
        coding: transactionCodingPatch(coding, transactionCodingOfLines(lines)),
      })
      await Promise.all(['transactions', 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Change the notes"
      action="Save"
      error={apiErrorAtNoFormField(error, ['memo', 'coding'])}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <TextArea
        label="Memo"
        rows={3}
        maxLength={500}
        value={text}
        error={apiErrorAtFormField(error, 'memo')}
        onChange={({ target }) => setText(target.value)}
      />
      <TextArea
        label="Coding"
        rows={4}
        hint="One text in each line, after its name: account: 6650"
        value={lines}
        error={apiErrorAtFormField(error, 'coding')}
        onChange={({ target }) => setLines(target.value)}
      />
      <p className="text-sm text-quiet">The decision stays as it is.</p>
    </FormDialog>
  )
}
