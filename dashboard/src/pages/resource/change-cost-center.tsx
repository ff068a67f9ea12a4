import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiErrorAtFormField, apiErrorAtNoFormField } from '../../api/errors.ts'
import { patchCustomerAgentOrCard } from '../../api/level-query.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { CostCenterInput } from './cost-center-input.tsx'
import { FormDialog } from './form-dialog.tsx'

interface ChangeCostCenterProps {
  level: PolicyLevel
  id: string
  /** The cost center that the customer, agent or card has itself. Undefined: none. */
  value: string | undefined
  onClose: () => void
}

/** The dialog that changes the cost center of a customer, an agent or a card. */
export function ChangeCostCenter({ level, id, value, onClose }: ChangeCostCenterProps) {
  const client = useQueryClient()
  const [text, setText] = useState(value ?? '')
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await patchCustomerAgentOrCard(level, id, { costCenter: text.trim() || null })
      await Promise.all([`${level}s`, 'audit'].map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title="Change the cost center"
      action="Save"
      error={apiErrorAtNoFormField(error, ['costCenter'])}
      isBusy={isPending}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <CostCenterInput
        level={level}
        value={text}
        error={apiErrorAtFormField(error, 'costCenter')}
        onChange={({ target }) => setText(target.value)}
      />
      <p className="text-sm text-quiet">Purchases from before keep the one that they have.</p>
    </FormDialog>
  )
}
