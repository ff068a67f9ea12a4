import type { ApiKey, CreateApiKeyBody } from '@purser/client'
import { useState } from 'react'
import { Checkbox, TextInput } from '../../ui/field.tsx'

/** Fields that bind a new key to the access tokens of a person, for an agent that runs in a client on the web. */
export function WebClientFields({ error }: { error: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Checkbox
        label="A client on the web signs in for this agent"
        hint="It needs PURSER_MCP_ISSUER of the node. The client's first call to /mcp is refused with the two values that belong here."
        checked={isOpen}
        onChange={(event) => setOpen(event.target.checked)}
      />
      {isOpen && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            name="tokenSubject"
            label="Subject"
            hint="Who signs in, as the issuer names them."
            error={error}
            maxLength={255}
            required
          />
          <TextInput name="tokenClientId" label="Client id" hint="The client that signs in." maxLength={255} required />
        </div>
      )}
    </>
  )
}

/** The access-token binding in the body of a request for an API key. Empty if the form has none. */
export const accessTokenBindingIn = (text: (name: string) => string): Pick<CreateApiKeyBody, 'mcpToken'> =>
  text('tokenSubject') === '' ? {} : { mcpToken: { subject: text('tokenSubject'), clientId: text('tokenClientId') } }

/** The subject, the client and the issuer that an API key is bound to. */
export const AccessTokenBinding = ({ of: { issuer, subject, clientId } }: { of: NonNullable<ApiKey['mcpToken']> }) => (
  <div className="grid gap-0.5 wrap-anywhere">
    <span>{subject}</span>
    <span className="text-sm text-quiet">
      by {clientId}, at {issuer}
    </span>
  </div>
)
