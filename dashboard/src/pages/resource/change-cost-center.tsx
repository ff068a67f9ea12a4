import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorAtField, errorAtNoField } from '../../api/errors.ts'
import { patchHolder } from '../../api/level-query.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice } from '../../ui/states.tsx'
import { CostCenterInput } from './cost-center-input.tsx'

interface ChangeCostCenterProps {
  level: PolicyLevel
  id: string
  /** Undefined: it has none of its own. */
  value: string | undefined
  onClose: () => void
}

/** The dialog that changes the cost center of a customer, an agent or a card. */
export function ChangeCostCenter({ level, id, value, onClose }: ChangeCostCenterProps) {
  const form = useId()
  const client = useQueryClient()
  const [text, setText] = useState(value ?? '')
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await patchHolder(level, id, { costCenter: text.trim() || null })
      await Promise.all([`${level}s`, 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
    onSuccess: onClose,
  })
  const elsewhere = errorAtNoField(error, ['costCenter'])
  return (
    <Dialog
      title="Change the cost center"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <CostCenterInput
          level={level}
          value={text}
          error={errorAtField(error, 'costCenter')}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="text-sm text-quiet">Purchases from before keep the one that they have.</p>
        {elsewhere !== null && <FailureNotice error={elsewhere} />}
      </form>
    </Dialog>
  )
}
