import { usePageCurrency, CurrencyScope } from '../../ui/money.tsx'
import { useCard } from '../../api/names.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuthorizationAnswer, EvaluateSpendBody } from '@purser/client'
import { purser } from '../../api/client.ts'
import { purchaseEvaluationQuery } from '../../api/purchases.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { currencyUnitName } from '../../lib/amount.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import { StatusBadge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MerchantCategory } from '../../ui/words/category.tsx'
import { TextInput } from '../../ui/field.tsx'
import { DecisionLadder } from '../../ui/decision-ladder.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { useToast } from '../../ui/toast.tsx'
import { PlaygroundCardField } from './card-choice.tsx'
import { CurlCommand } from './curl.tsx'
import {
  playgroundFieldErrors,
  type PlaygroundField,
  type PlaygroundFields,
  playgroundPurchase,
  playgroundAmountError,
} from './purchase.ts'
import { usePlaygroundFields } from './use-purchase-fields.ts'

export default function Playground() {
  const { fields, set } = usePlaygroundFields()
  const isRight = !playgroundFieldErrors.mcc(fields.mcc ?? '') && !playgroundFieldErrors.country(fields.country ?? '')
  const currency = useCard(fields.cardId ?? null)?.currency ?? 'USD'
  const purchase = isRight ? playgroundPurchase(fields, currency) : undefined
  return (
    <PageLayout title="Playground">
      <CurrencyScope of={currency}>
        <p className="max-w-prose text-quiet">
          Shows how a purchase would be decided now, rule by rule. Nothing is spent until you send it.
        </p>
        <div className="grid items-start gap-6 lg:grid-cols-[24rem_minmax(0,1fr)]">
          <PageSection title="Purchase">
            <PurchaseForm fields={fields} set={set} />
          </PageSection>
          <div className="grid min-w-0 gap-6">
            {purchase === undefined ? (
              <PageSection>
                <EmptyState title="Choose a card and an amount.">The result of each rule appears here.</EmptyState>
              </PageSection>
            ) : (
              <Outcome purchase={purchase} />
            )}
          </div>
        </div>
      </CurrencyScope>
    </PageLayout>
  )
}

function PurchaseForm({
  fields,
  set,
}: {
  fields: PlaygroundFields
  set: (name: PlaygroundField, value: string) => void
}) {
  const currency = usePageCurrency()
  const bind = (name: PlaygroundField) => ({
    value: fields[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  })
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => event.preventDefault()}>
      <PlaygroundCardField chosen={fields.cardId} onChoose={(id) => set('cardId', id)} />
      <TextInput
        label="Amount"
        inputMode="decimal"
        placeholder="0.00"
        hint={`In ${currencyUnitName(currency)}.`}
        error={playgroundAmountError(fields.amount ?? '', currency)}
        {...bind('amount')}
      />
      <TextInput label="Merchant" placeholder="As the network sends it" {...bind('merchant')} />
      <div className="grid grid-cols-[repeat(2,minmax(0,1fr))] items-start gap-3">
        <TextInput
          label="Category (MCC)"
          inputMode="numeric"
          maxLength={4}
          placeholder="5734"
          hint={fields.mcc && <MerchantCategory code={fields.mcc} />}
          error={playgroundFieldErrors.mcc(fields.mcc ?? '')}
          {...bind('mcc')}
        />
        <TextInput
          label="Country"
          maxLength={2}
          placeholder="US"
          error={playgroundFieldErrors.country(fields.country ?? '')}
          {...bind('country')}
        />
      </div>
    </form>
  )
}

/** The answer to the form's purchase. The evaluation follows when the person pauses. Sending and copying always take the form as it is. */
function Outcome({ purchase }: { purchase: EvaluateSpendBody }) {
  const settled = useDebouncedValue(purchase)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...purchaseEvaluationQuery(settled),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageSection
        title="Decision"
        action={data && <StatusBadge of={data.decision === 'approve' ? 'approved' : 'declined'} />}
      >
        {data === undefined ? (
          error ? (
            <FailureNotice error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingLines lines={6} />
          )
        ) : (
          <div aria-busy={isPlaceholderData}>
            <DecisionLadder checks={data.trace ?? []} reasons={data.reasons} decision={data.decision} />
          </div>
        )}
      </PageSection>
      <SendIt key={JSON.stringify(purchase)} purchase={purchase} />
      <CurlCommand purchase={purchase} />
    </>
  )
}

/** Sends the purchase to the network API: a real authorization, with a real hold. */
function SendIt({ purchase }: { purchase: EvaluateSpendBody }) {
  const may = useHasRole('admin', 'network')
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
    <PageSection title="Send it">
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
            It was decided: <StatusBadge of={answer.transaction.status === 'declined' ? 'declined' : 'approved'} />
          </span>
          <ButtonLink size="small" to={`/transactions/${answer.transactionId}`}>
            Open the transaction
          </ButtonLink>
        </div>
      )}
    </PageSection>
  )
}
