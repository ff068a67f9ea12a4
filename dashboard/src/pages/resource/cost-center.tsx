import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorAtField, errorAtNoField } from '../../api/errors.ts'
import { patchHolder } from '../../api/level-query.ts'
import type { PolicyLevel } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { FailureNotice } from '../../ui/states.tsx'

const inheritedBy: Readonly<Record<PolicyLevel, string>> = {
  customer: 'All purchases beneath have it, unless their agent or card has another one.',
  agent: 'The purchases of its cards have it, unless a card has another one. Empty: that of the customer.',
  card: 'Purchases with the card have it. Empty: that of the agent, or else of the customer.',
}

type InputProps = Pick<React.ComponentProps<typeof TextInput>, 'value' | 'error' | 'onChange'>

/** The field for the cost center of a customer, an agent or a card. */
export const CostCenterInput = ({ level, ...input }: InputProps & { level: PolicyLevel }) => (
  <TextInput label="Cost center" maxLength={64} hint={inheritedBy[level]} {...input} />
)

interface CostCenterProps {
  level: PolicyLevel
  id: string
  /** Undefined: it has none of its own. */
  value: string | undefined
  /** True: the resource cannot be changed any more. */
  isFinal?: boolean
}

/** The cost center among the facts of a customer, an agent or a card. Admins can change it. */
export function CostCenter({ value, isFinal = false, ...of }: CostCenterProps) {
  const [changes, setChanges] = useState(false)
  const may = useHasRole('admin') && !isFinal
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="wrap-anywhere">{value ?? 'none of its own'}</span>
      {may && (
        <Button size="small" aria-label="Change the cost center" onClick={() => setChanges(true)}>
          Change
        </Button>
      )}
      {changes && <ChangeCostCenter {...of} value={value} onClose={() => setChanges(false)} />}
    </span>
  )
}

function ChangeCostCenter({ level, id, value, onClose }: CostCenterProps & { onClose: () => void }) {
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
