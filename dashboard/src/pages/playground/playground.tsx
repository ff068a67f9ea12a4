import { useCurrency, InCurrency } from '../../ui/money.tsx'
import { useCard } from '../../api/names.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuthorizationAnswer, EvaluateSpendBody } from '@purser/client'
import { purser } from '../../api/client.ts'
import { evaluationQuery } from '../../api/purchases.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { unitName } from '../../lib/amount.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Status } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Category } from '../../ui/words/category.tsx'
import { Input } from '../../ui/field.tsx'
import { Ladder } from '../../ui/ladder.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { CardChoice } from './card-choice.tsx'
import { CurlCommand } from './curl.tsx'
import {
  purchaseComplaints,
  type PurchaseField,
  type PurchaseFields,
  purchaseOfFields,
  amountComplaint,
} from './purchase.ts'
import { usePurchaseFields } from './use-purchase-fields.ts'

export default function Playground() {
  const { fields, set } = usePurchaseFields()
  const isRight = !purchaseComplaints.mcc(fields.mcc ?? '') && !purchaseComplaints.country(fields.country ?? '')
  const currency = useCard(fields.cardId ?? null)?.currency ?? 'USD'
  const purchase = isRight ? purchaseOfFields(fields, currency) : undefined
  return (
    <Page title="Playground">
      <InCurrency of={currency}>
        <p className="max-w-prose text-quiet">
          Shows how a purchase would be decided now, rule by rule. Nothing is spent until you send it.
        </p>
        <div className="grid items-start gap-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
          <Section title="Purchase">
            <PurchaseForm fields={fields} set={set} />
          </Section>
          <div className="grid min-w-0 gap-6">
            {purchase === undefined ? (
              <Section>
                <Empty title="Choose a card and an amount.">The result of each rule appears here.</Empty>
              </Section>
            ) : (
              <Outcome purchase={purchase} />
            )}
          </div>
        </div>
      </InCurrency>
    </Page>
  )
}

function PurchaseForm({ fields, set }: { fields: PurchaseFields; set: (name: PurchaseField, value: string) => void }) {
  const currency = useCurrency()
  const bind = (name: PurchaseField) => ({
    value: fields[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => event.preventDefault()}>
      <CardChoice chosen={fields.cardId} onChoose={(id) => set('cardId', id)} />
      <Input
        label="Amount"
        inputMode="decimal"
        placeholder="0.00"
        hint={`In ${unitName(currency)}.`}
        error={amountComplaint(fields.amount ?? '', currency)}
        {...bind('amount')}
      />
      <Input label="Merchant" placeholder="As the network sends it" {...bind('merchant')} />
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-3">
        <Input
          label="Category (MCC)"
          inputMode="numeric"
          maxLength={4}
          placeholder="5734"
          hint={fields.mcc && <Category code={fields.mcc} />}
          error={purchaseComplaints.mcc(fields.mcc ?? '')}
          {...bind('mcc')}
        />
        <Input
          label="Country"
          maxLength={2}
          placeholder="US"
          error={purchaseComplaints.country(fields.country ?? '')}
          {...bind('country')}
        />
      </div>
    </form>
  )
}

/** The answer to the form's purchase. The evaluation follows when the person pauses. Sending and copying always take the form as it is. */
function Outcome({ purchase }: { purchase: EvaluateSpendBody }) {
  const settled = useSettled(purchase)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...evaluationQuery(settled),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <Section title="Decision" action={data && <Status of={data.decision === 'approve' ? 'approved' : 'declined'} />}>
        {data === undefined ? (
          error ? (
            <Failure error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading lines={6} />
          )
        ) : (
          <div aria-busy={isPlaceholderData}>
            <Ladder checks={data.trace ?? []} reasons={data.reasons} decision={data.decision} />
          </div>
        )}
      </Section>
      <SendIt key={JSON.stringify(purchase)} purchase={purchase} />
      <CurlCommand purchase={purchase} />
    </>
  )
}

/** Sends the purchase to the network API: a real authorization, with a real hold. */
function SendIt({ purchase }: { purchase: EvaluateSpendBody }) {
  const may = useMay('admin', 'network')
  const say = useToast()
  const client = useQueryClient()
  const [answer, setAnswer] = useState<AuthorizationAnswer>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => purser.network.authorize(purchase),
    onSuccess: (given) => {
      setAnswer(given)
      for (const key of ['transactions', 'policy', 'stats']) void client.invalidateQueries({ queryKey: [key] })
    },
    onError: say.failed,
  })
  return (
    <Section title="Send it">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-quiet">
          {may
            ? 'Sends it to the network API, as a merchant would. It is decided, held and counted.'
            : 'An admin can send it to the network API. Your role can only read.'}
        </p>
        <Button look="primary" busy={isPending} disabled={!may} onClick={() => mutate()}>
          {answer ? 'Send once more' : 'Send as a purchase'}
        </Button>
      </div>
      {answer && (
        <div
          role="status"
          className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-raised px-4 py-3"
        >
          <span className="flex items-center gap-2">
            It was decided: <Status of={answer.transaction.status === 'declined' ? 'declined' : 'approved'} />
          </span>
          <ButtonLink size="small" to={`/transactions/${answer.transactionId}`}>
            Open the transaction
          </ButtonLink>
        </div>
      )}
    </Section>
  )
}
