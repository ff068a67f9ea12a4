import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reason, Transaction } from '@purser/client'
import { purser } from '../../api/client.ts'
import { levelQuery, patchCustomerAgentOrCard } from '../../api/level-query.ts'
import { purchaseEvaluationQuery, purchaseOfTransaction } from '../../api/purchases.ts'
import { ruleName } from '../../lib/words/rules.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { FieldFixResult } from './fix-result.tsx'
import { FieldFixForm } from './fix-form.tsx'
import { NoDeclineFieldFix } from './no-field-fix.tsx'
import {
  type EvaluatedDeclineFieldFix,
  fieldFixOfDeclineReason,
  levelOfFieldFix,
  type SavedDeclineFieldFix,
  fieldMergePatch,
} from './field-fix.ts'

interface FixDialogProps {
  reason: Reason
  transaction: Transaction
  onClose: () => void
}

/**
 * The dialog that changes the one field because of which a purchase was declined, and shows the decision about the same purchase
 * afterwards.
 */
export function FieldFixDialog({ reason: first, transaction, onClose }: FixDialogProps) {
  const [reason, setReason] = useState(first)
  const level = levelOfFieldFix(reason)
  const id = transaction[`${level}Id`] ?? ''
  const [openedAt] = useState(() => Date.now())
  const holder = useQuery({ ...levelQuery(level, id), staleTime: 0 })
  const now = useQuery(purchaseEvaluationQuery(purchaseOfTransaction(transaction)))
  const change = useChange(transaction)
  if (change.data) {
    return (
      <FieldFixResult
        change={change.data}
        isBusy={change.isPending}
        onUndo={() => change.mutate({ ...change.data.made, after: change.data.made.before, isUndo: true })}
        onNext={(next) => {
          change.reset()
          setReason(next)
        }}
        onClose={onClose}
      />
    )
  }
  const error = holder.error ?? now.error
  const isReady = holder.data !== undefined && now.data !== undefined && !holder.isFetching
  // The spend may have grown since the decline, so the proposed value is computed from the present evaluation.
  const current = now.data?.reasons.find(isSameRule(reason))
  const fieldFix = holder.data && fieldFixOfDeclineReason(current ?? reason, holder.data, { at: openedAt })
  if (!isReady) {
    return (
      <Dialog
        title={`Fix: ${ruleName(reason.rule)}`}
        onClose={onClose}
        wide
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        {error ? <FailureNotice error={error} /> : <LoadingLines lines={3} />}
      </Dialog>
    )
  }
  if (fieldFix === undefined) return <NoDeclineFieldFix reason={reason} level={level} id={id} onClose={onClose} />
  return (
    <FieldFixForm
      fieldFix={fieldFix}
      holderId={id}
      reason={reason}
      current={current}
      others={now.data.reasons.filter((one) => !isSameRule(reason)(one))}
      isBusy={change.isPending}
      error={change.error}
      onSave={(after) => change.mutate({ ...fieldFix, id, after, isUndo: false })}
      onClose={onClose}
    />
  )
}

const isSameRule =
  ({ code, level, rule }: Reason) =>
  (other: Reason) =>
    other.code === code && other.level === level && other.rule === rule

function useChange(transaction: Transaction) {
  const client = useQueryClient()
  const say = useToast()
  return useMutation({
    mutationFn: async (made: SavedDeclineFieldFix): Promise<EvaluatedDeclineFieldFix> => {
      await patchCustomerAgentOrCard(made.level, made.id, fieldMergePatch(made.path, made.after))
      for (const key of [`${made.level}s`, 'policy', 'audit']) void client.invalidateQueries({ queryKey: [key] })
      return { made, evaluation: await purser.spend.evaluate(purchaseOfTransaction(transaction), { trace: true }) }
    },
    onSuccess: ({ made }) => {
      if (made.isUndo) say.done('Undone. The field has its former value.')
    },
  })
}
