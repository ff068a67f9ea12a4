import type { Agent, ApiKeyWithSecret } from '@purser/client'
import { useState } from 'react'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField, apiErrorAtNoFormField } from '../../api/errors.ts'
import { confirmedByPasskey } from '../../api/sign-in/passkeys.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { FailureNotice } from '../../ui/states.tsx'

const MOST_CHARACTERS = 200

/** The form for an API key that can use only this agent's cards. */
export function MakeAgentKey({ agent, onMade }: { agent: Agent; onMade: (key: ApiKeyWithSecret) => void }) {
  const [name, setName] = useState(agent.name.slice(0, MOST_CHARACTERS))
  const make = useActionWithToast(
    () =>
      confirmedByPasskey((proof) =>
        purser.apiKeys.create({ name: name.trim(), role: 'agent', agentId: agent.id, ...proof }),
      ),
    { changes: 'api-keys', onDone: onMade, quiet: true },
  )
  const elsewhere = apiErrorAtNoFormField(make.error, ['name'])
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(undefined)
      }}
    >
      <p className="max-w-prose text-quiet">
        The client calls Purser with it. It reaches the cards and purchases of this agent and nothing else, and it can
        neither approve nor raise a limit.
      </p>
      {elsewhere !== null && <FailureNotice error={elsewhere} />}
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <TextInput
            label="Name of the key"
            required
            maxLength={MOST_CHARACTERS}
            error={apiErrorAtFormField(make.error, 'name')}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </div>
        <Button look="primary" type="submit" busy={make.isPending} disabled={agent.status === 'disabled'}>
          Create key
        </Button>
      </div>
    </form>
  )
}
