import type { ApiKeyWithSecret, CreateApiKeyBody } from '@purser/client'
import { useId, useState } from 'react'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField, apiErrorAtNoFormField } from '../../api/errors.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { AgentCombobox } from '../../ui/combobox/level-comboboxes.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, TextInput, Select, TextArea } from '../../ui/field.tsx'
import { FailureNotice } from '../../ui/states.tsx'
import { WebClientFields, accessTokenBindingIn } from './web-client.tsx'

const roles: Readonly<Record<CreateApiKeyBody['role'], string>> = {
  admin: 'changes everything: customers, agents, cards, policies, keys',
  approver: 'decides approvals, and reads',
  read: 'reads, and changes nothing',
  agent: 'one agent: its cards, its intents, and evaluations of its purchases',
  network: 'the network API: authorizations, captures, reversals and refunds',
}

const DAY_MS = 86_400_000
const lives = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

const FIELDS = [
  'name',
  'role',
  'agentId',
  'tier',
  'requestsPerMinute',
  'allowedAddresses',
  'mcpCardDetails',
  'mcpToken',
  'expiresAt',
]

interface NewKeyProps {
  onMade: (key: ApiKeyWithSecret) => void
  onClose: () => void
}

export function NewKey({ onMade, onClose }: NewKeyProps) {
  const form = useId()
  const [role, setRole] = useState<CreateApiKeyBody['role']>('read')
  const [tier, setTier] = useState<NonNullable<CreateApiKeyBody['tier']>>('standard')
  const make = useActionWithToast(
    (body: CreateApiKeyBody) => confirmedByPasskey((proof) => purser.apiKeys.create({ ...body, ...proof })),
    {
      changes: 'api-keys',
      onDone: onMade,
      quiet: true,
    },
  )
  const at = (field: string) => apiErrorAtFormField(make.error, field)
  const elsewhere = apiErrorAtNoFormField(make.error, FIELDS)
  return (
    <Dialog
      title="New key"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} busy={make.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate(bodyOf(new FormData(event.currentTarget), role, tier))
        }}
      >
        {elsewhere !== null && <FailureNotice error={elsewhere} />}
        <TextInput name="name" label="Name" hint="What uses it: Checkout, Finance export" error={at('name')} required />
        <Select
          label="Role"
          hint={roles[role]}
          error={at('role')}
          value={role}
          onChange={(event) => setRole(event.target.value as CreateApiKeyBody['role'])}
        >
          {Object.keys(roles).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        {role === 'agent' && <AgentChoice error={at('agentId')} />}
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Tier"
            hint="How many requests it may send."
            error={at('tier')}
            value={tier}
            onChange={(event) => setTier(event.target.value as typeof tier)}
          >
            <option>standard</option>
            <option>pro</option>
            <option>enterprise</option>
          </Select>
          <Select name="life" label="Expires" error={at('expiresAt')}>
            {lives.map(([days, label]) => (
              <option key={days} value={days}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        {tier === 'enterprise' && (
          <TextInput
            name="requestsPerMinute"
            label="Requests a minute"
            inputMode="numeric"
            pattern="[0-9]+"
            error={at('requestsPerMinute')}
          />
        )}
        <TextArea
          name="allowedAddresses"
          label="Only from these addresses"
          hint="One network per line, such as 203.0.113.0/24. Empty: any address."
          error={at('allowedAddresses')}
          rows={2}
        />
        {role === 'agent' && (
          <Checkbox
            name="mcpCardDetails"
            label="Its tools may show card numbers in clear"
            hint="A number that a model reads stays in its conversation and its logs, and a prompt injection can extract it. Leave this off if you can: fillers can enter numbers without showing them. It takes PURSER_MCP_CARD_DETAILS=plain of the node, too, and cannot be changed later."
          />
        )}
        {role === 'agent' && <WebClientFields error={at('mcpToken')} />}
      </form>
    </Dialog>
  )
}

function AgentChoice({ error }: { error: string | undefined }) {
  const [agent, setAgent] = useState('')
  return (
    <AgentCombobox
      name="agentId"
      label="Agent"
      required
      placeholder="Search by name or external id"
      error={error}
      value={agent}
      onChange={setAgent}
    />
  )
}

function bodyOf(
  form: FormData,
  role: CreateApiKeyBody['role'],
  tier: NonNullable<CreateApiKeyBody['tier']>,
): CreateApiKeyBody {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
  const addresses = text('allowedAddresses')
    .split(/[\s,]+/)
    .filter(Boolean)
  return {
    name: text('name'),
    role,
    tier,
    ...(role === 'agent' && { agentId: text('agentId') }),
    ...(text('requestsPerMinute') && { requestsPerMinute: Number(text('requestsPerMinute')) }),
    ...(addresses.length > 0 && { allowedAddresses: addresses }),
    ...(role === 'agent' && form.has('mcpCardDetails') && { mcpCardDetails: 'plain' }),
    ...(role === 'agent' && accessTokenBindingIn(text)),
    ...(text('life') && { expiresAt: new Date(Date.now() + Number(text('life')) * DAY_MS).toISOString() }),
  }
}
