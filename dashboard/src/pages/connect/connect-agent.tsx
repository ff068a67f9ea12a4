import type { Agent, ApiKeyWithSecret } from '@purser/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { agentQuery } from '../../api/level-queries.ts'
import { useHasRole } from '../../api/sign-in/session.ts'
import { useListFilters } from '../../lib/use-list-filters.ts'
import { Button } from '../../ui/button.tsx'
import { AgentCombobox } from '../../ui/combobox/level-comboboxes.tsx'
import { PageLayout, PageSection } from '../../ui/page-layout.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { EmptyState, FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { NewAgent } from '../resource/creations.ts'
import { AgentKeys } from './agent-keys.tsx'
import { McpClientConfiguration } from './client-configuration.tsx'
import { MakeAgentKey } from './make-agent-key.tsx'

/** The page that connects an agent step by step: choose the agent, create its API key, configure its client, and see its first request. */
export default function ConnectAgent() {
  const isAdmin = useHasRole('admin')
  const { filters, set } = useListFilters(['agentId'])
  const [isNew, setNew] = useState(false)
  const choose = (id: string) => set('agentId', id)
  return (
    <PageLayout title="Connect an agent" crumbs={[{ label: 'Agents', to: '/agents' }]}>
      {isAdmin ? (
        <>
          <PageSection title="1. The agent">
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
          </PageSection>
          {filters.agentId && <OfAgent key={filters.agentId} id={filters.agentId} />}
        </>
      ) : (
        <PageSection>
          <EmptyState title="Agents are connected by admins.">Ask one of them for a key of your agent.</EmptyState>
        </PageSection>
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
    </PageLayout>
  )
}

function OfAgent({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(agentQuery(id))
  if (data) return <Steps agent={data} />
  return error ? <FailureNotice error={error} onRetry={() => void refetch()} /> : <LoadingLines />
}

function Steps({ agent }: { agent: Agent }) {
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  return (
    <>
      <PageSection title="2. A key">
        <MakeAgentKey agent={agent} onMade={setMade} />
      </PageSection>
      <PageSection title="3. The configuration of its client">
        <McpClientConfiguration />
      </PageSection>
      <PageSection title="4. The first call">
        <AgentKeys agentId={agent.id} />
      </PageSection>
      {made && (
        <OneTimeSecret
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
