import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Transaction } from '@purser/client'
import { purser } from '../../api/client.ts'
import { errorAtField, errorAtNoField } from '../../api/errors.ts'
import { TextArea } from '../../ui/field.tsx'
import { FormDialog } from '../resource/form-dialog.tsx'
import { codingOfLines, codingPatch, linesOfCoding } from './coding-lines.ts'

/** The dialog that changes the memo and the coding of a transaction. */
export function NotesDialog({ of: { id, memo = '', coding = {} }, onClose }: { of: Transaction; onClose: () => void }) {
  const client = useQueryClient()
  const [text, setText] = useState(memo)
  const [lines, setLines] = useState(linesOfCoding(coding))
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await purser.transactions.update(id, {
        memo: text.trim() || null,
        coding: codingPatch(coding, codingOfLines(lines)),
      })
      await Promise.all(['transactions', 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Change the notes"
      action="Save"
      error={errorAtNoField(error, ['memo', 'coding'])}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <TextArea
        label="Memo"
        rows={3}
        maxLength={500}
        value={text}
        error={errorAtField(error, 'memo')}
        onChange={({ target }) => setText(target.value)}
      />
      <TextArea
        label="Coding"
        rows={4}
        hint="One text in each line, after its name: account: 6650"
        value={lines}
        error={errorAtField(error, 'coding')}
        onChange={({ target }) => setLines(target.value)}
      />
      <p className="text-sm text-quiet">The decision stays as it is.</p>
    </FormDialog>
  )
}
