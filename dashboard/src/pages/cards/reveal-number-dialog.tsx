import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { passkeyErrorMessage } from '../../api/sign-in/passkeys.ts'
import { policyQuery } from '../../api/level-queries.ts'
import { intentAmount } from '../../lib/intent-amount.ts'
import { TextInput, Select } from '../../ui/field.tsx'
import { errorMessage } from '../../ui/states.tsx'
import { FormDialog } from '../resource/form-dialog.tsx'
import { numberReadNeedsPasskeyQuery } from './takes-passkey.ts'
import type { CardNumberRevealPurpose } from './use-number-reveal.ts'

interface RevealDialogProps {
  cardId: string
  onClose: () => void
  reveal: (purpose: CardNumberRevealPurpose) => Promise<string | null>
}

/** The dialog that asks for the purpose of seeing a card's number. The purpose is recorded, whether the number is shown or refused. */
export function RevealNumberDialog({ cardId, onClose, reveal }: RevealDialogProps) {
  const [purpose, setPurpose] = useState('')
  const [intentId, setIntentId] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { data: summary } = useQuery(policyQuery('card', cardId))
  const { data: takesPasskey = false } = useQuery(numberReadNeedsPasskeyQuery)
  const needsIntent = summary?.effective.requireIntent === true || summary?.effective.cardPerIntent === true
  const submit = async () => {
    setBusy(true)
    try {
      const denied = await reveal({ purpose, ...(intentId && { intentId }) })
      if (denied === null) return onClose()
      setRefusal(denied)
    } catch (error) {
      setRefusal(passkeyErrorMessage(error) ?? errorMessage(error))
    }
    setBusy(false)
  }
  return (
    <FormDialog
      title="Show the card number"
      action="Show for 30 seconds"
      error={null}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p className="text-quiet">
        This read is recorded with your name, the time and the purpose.
        {takesPasskey && ' You confirm it with your passkey.'}
      </p>
      <TextInput
        label="Purpose"
        required
        hint="For example: paying an invoice by phone."
        error={refusal}
        value={purpose}
        onChange={({ target }) => setPurpose(target.value)}
      />
      {needsIntent && <IntentSelect cardId={cardId} value={intentId} onChange={setIntentId} />}
    </FormDialog>
  )
}

function IntentSelect({ cardId, value, onChange }: { cardId: string; value: string; onChange: (id: string) => void }) {
  const { data } = useQuery({
    queryKey: ['intents', 'pending', cardId],
    queryFn: ({ signal }) =>
      purser.intents.listForCard(cardId, { status: 'pending', limit: 100 }, { signal }).then((page) => page.data),
  })
  return (
    <Select
      label="Intent"
      required
      hint={
        data?.length === 0
          ? 'The policy requires a declared purchase, and this card has none that is open.'
          : 'The policy of this card requires a declared purchase.'
      }
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">Choose one</option>
      {data?.map((intent) => (
        <option key={intent.id} value={intent.id}>
          {intent.purpose}, {intentAmount(intent)}
        </option>
      ))}
    </Select>
  )
}
