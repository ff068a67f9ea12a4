import type { Agent, ApiKeyWithSecret } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentQuery } from '../../api/level-queries.ts'
import { useMay } from '../../api/sign-in/session.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { Button } from '../../ui/button.tsx'
import { AgentCombobox } from '../../ui/combobox/level-comboboxes.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import { Empty, Failure, Loading } from '../../ui/states.tsx'
import { NewAgent } from '../resource/creations.ts'
import { AgentKeys } from './agent-keys.tsx'
import { ClientConfiguration } from './client-configuration.tsx'
import { MakeAgentKey } from './make-agent-key.tsx'

/** The page that connects an agent step by step: choose the agent, create its key, configure its client, and see its first request. */
export default function ConnectAgent() {
  const isAdmin = useMay('admin')
  const { filters, set } = useFilters(['agentId'])
  const [isNew, setNew] = useState(false)
  const choose = (id: string) => set('agentId', id)
  return (
    <Page title="Connect an agent" crumbs={[{ label: 'Agents', to: '/agents' }]}>
      {isAdmin ? (
        <>
          <Section title="1. The agent">
            <div className="flex flex-wrap items-end gap-3">
              <div className="min-w-0 flex-1 basis-72">
                <AgentCombobox
                  label="Agent"
                  placeholder="Name or external id"
                  value={filters.agentId ?? ''}
                  onChange={choose}
                />
              </div>
              <Button onClick={() => setNew(true)}>New agent</Button>
            </div>
          </Section>
          {filters.agentId && <OfAgent key={filters.agentId} id={filters.agentId} />}
        </>
      ) : (
        <Section>
          <Empty title="Agents are connected by admins.">Ask one of them for a key of your agent.</Empty>
        </Section>
      )}
      {isNew && (
        <NewAgent
          onMade={(id) => {
            setNew(false)
            choose(id)
          }}
          onClose={() => setNew(false)}
        />
      )}
    </Page>
  )
}

function OfAgent({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(agentQuery(id))
  if (data) return <Steps agent={data} />
  return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading />
}

function Steps({ agent }: { agent: Agent }) {
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  return (
    <>
      <Section title="2. A key">
        <MakeAgentKey agent={agent} onMade={setMade} />
      </Section>
      <Section title="3. The configuration of its client">
        <ClientConfiguration />
      </Section>
      <Section title="4. The first call">
        <AgentKeys agentId={agent.id} />
      </Section>
      {made && (
        <SecretOnce
          title={`The secret of ${made.name}`}
          secret={made.secret}
          hint="The configuration says from where the client takes it. Most take it from the environment, into which this command reads it, past the history of the shell:"
          command="read -rs PURSER_API_KEY && export PURSER_API_KEY"
          onClose={() => setMade(null)}
        />
      )}
    </>
  )
}
