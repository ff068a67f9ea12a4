import { useEffect, useState } from 'react'
import { canUsePasskeys } from '../../../api/sign-in/passkeys.ts'
import { useHasRole } from '../../../api/sign-in/session.ts'
import { chooseFirstSteps, useFirstStepsChoice } from '../../../lib/first-steps-choice.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { PageSection } from '../../../ui/page-layout.tsx'
import { LoadingLines } from '../../../ui/states.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { FillDemoDialog } from '../../demo/fill-demo-dialog.tsx'
import { NewAgent, NewCard, NewCustomer } from '../../resource/creations.ts'
import { FirstStepItem } from './step-item.tsx'
import { passkeyFirstStep, type FirstStep, adminFirstSteps } from './steps.ts'
import { type FirstStepsSetup, useFirstStepsSetup } from './use-setup.ts'

/** The steps of an account's first day. A step counts as done by the account's data, whoever created them. */
export default function FirstSteps({ hasBought }: { hasBought: boolean }) {
  const isAdmin = useHasRole('admin')
  const setup = useFirstStepsSetup(hasBought)
  if (setup === undefined)
    return (
      <PageSection title="First steps">
        <LoadingLines lines={8} />
      </PageSection>
    )
  return isAdmin ? <AdminSteps setup={setup} /> : <OthersSteps setup={setup} />
}

/** The first steps of an admin. The section disappears once all needed steps are done, unless somebody has chosen to show it. */
function AdminSteps({ setup }: { setup: FirstStepsSetup }) {
  const steps = adminFirstSteps(setup)
  const needed = steps.filter(({ isNeeded }) => isNeeded)
  const done = needed.filter(({ isDone }) => isDone)
  const isOver = done.length === needed.length
  const isAskedFor = useFirstStepsChoice() === 'shown'
  const say = useToast()
  useEffect(() => {
    if (!isOver || isAskedFor) return
    chooseFirstSteps('hidden')
    say.done('The first steps are done. The settings show them again, under “You”.')
  }, [isOver, isAskedFor, say])
  return (
    <PageSection
      title="First steps"
      action={
        <div className="flex items-center gap-3">
          <p className="text-sm text-quiet">
            {done.length} of {needed.length} done
          </p>
          <Hide />
        </div>
      }
    >
      <Steps steps={steps} setup={setup} />
      {setup.isEmpty && <DemoOffer />}
    </PageSection>
  )
}

/**
 * The offer of a demo company. It is shown only while the account is empty: beside a real company a demo would be taken for a part of it.
 */
function DemoOffer() {
  const [asking, setAsking] = useState(false)
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
      <p className="max-w-prose text-quiet">
        Or look around first, with a company that is made up. One click removes it again.
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        Fill with a demo company…
      </Button>
      {asking && <FillDemoDialog onClose={() => setAsking(false)} />}
    </div>
  )
}

const OthersSteps = ({ setup }: { setup: FirstStepsSetup }) => (
  <PageSection title="First steps" action={<Hide />}>
    <p className="max-w-prose pb-3">
      Nothing was bought here yet. An admin makes the first customer, agent and card. What agents spend then appears on
      this page.
    </p>
    <Steps steps={[passkeyFirstStep(setup)]} setup={setup} />
  </PageSection>
)

const Hide = () => (
  <Button size="small" look="ghost" onClick={() => chooseFirstSteps('hidden')}>
    Hide<span className="sr-only"> the first steps</span>
  </Button>
)

type Made = 'customer' | 'agent' | 'card'

function Steps({ steps, setup }: { steps: readonly FirstStep[]; setup: FirstStepsSetup }) {
  const [making, setMaking] = useState<Made | null>(null)
  const close = () => setMaking(null)
  const { customer, agent } = setup
  const next = steps.find(({ isDone }) => !isDone)
  return (
    <>
      <ol>
        {steps.map((step, index) => (
          <FirstStepItem key={step.name} step={step} number={index + 1}>
            <StepAction step={step} setup={setup} isNext={step === next} onMake={setMaking} />
          </FirstStepItem>
        ))}
      </ol>
      {making === 'customer' && <NewCustomer onMade={close} onClose={close} />}
      {making === 'agent' && <NewAgent customerId={customer?.id} onMade={close} onClose={close} />}
      {making === 'card' && (
        <NewCard customerId={agent?.customerId ?? customer?.id} agentId={agent?.id} onMade={close} onClose={close} />
      )}
    </>
  )
}

interface StepActionProps {
  step: FirstStep
  setup: FirstStepsSetup
  /** True for the first step that is not done, which is emphasized. */
  isNext: boolean
  onMake: (made: Made) => void
}

function StepAction({ step: { name, waitsFor }, setup, isNext, onMake }: StepActionProps) {
  const look = isNext ? 'primary' : 'secondary'
  if (name === 'customer' || name === 'agent' || name === 'card')
    return (
      <Button size="small" look={look} disabled={waitsFor !== undefined} onClick={() => onMake(name)}>
        New {name}
      </Button>
    )
  if (waitsFor !== undefined) return null
  if (name === 'passkey' && !canUsePasskeys())
    return (
      <p className="text-sm text-quiet">
        Open this page by <code>https://</code> and a name, or by <code>localhost</code>.
      </p>
    )
  const { label, to } = links[name](setup)
  return (
    <ButtonLink size="small" look={look} to={to}>
      {label}
    </ButtonLink>
  )
}

const links: Readonly<
  Record<Exclude<FirstStep['name'], Made>, (setup: FirstStepsSetup) => { label: string; to: string }>
> = {
  limit: ({ customer }) => ({ label: 'Set a limit', to: `/customers/${customer?.id}/policy` }),
  purchase: ({ card }) => ({
    label: 'Open the playground',
    to: `/playground?cardId=${card?.id}&amount=19.99&merchant=Ink%20Shop`,
  }),
  'connect-agent': ({ agent }) => ({ label: 'Connect the agent', to: `/connect/agent?agentId=${agent?.id}` }),
  invite: () => ({ label: 'Invite somebody', to: '/settings?tab=invitations' }),
  issuer: () => ({ label: 'Connect an issuer', to: '/connect/issuer' }),
  passkey: () => ({ label: 'Create a passkey', to: '/settings?tab=you' }),
}
