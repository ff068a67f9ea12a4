import type { CreateWebhookBody, EventType, Webhook, WebhookWithSecret } from '@purser/client'
import { useId, useState } from 'react'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField, apiErrorAtNoFormField } from '../../api/errors.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { fieldNameInWords, apiCodeAsWords } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { FailureNotice } from '../../ui/states.tsx'
import { eventTypesByResource } from './event-types.ts'

const FIELDS = ['url', 'description', 'events']

interface WebhookFormProps {
  /** The webhook that the form changes. Absent: the form creates one. */
  of?: Webhook
  onDone: (webhook: Webhook | WebhookWithSecret) => void
  onClose: () => void
}

export function WebhookForm({ of: old, onDone, onClose }: WebhookFormProps) {
  const form = useId()
  const [events, setEvents] = useState<CreateWebhookBody['events']>(old?.events ?? ['*'])
  const save = useActionWithToast(
    ({ url, description }: { url: string; description: string }): Promise<Webhook | WebhookWithSecret> =>
      old === undefined
        ? purser.webhooks.create({ url, events, ...(description && { description }) })
        : purser.webhooks.update(old.id, { url, events, description: description || null }),
    { changes: 'webhooks', onDone, quiet: true },
  )
  const elsewhere = apiErrorAtNoFormField(save.error, FIELDS)
  return (
    <Dialog
      title={old === undefined ? 'New webhook' : 'Change the webhook'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} busy={save.isPending} disabled={events.length === 0}>
            {old === undefined ? 'Create webhook' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          save.mutate({ url: textOf(data, 'url'), description: textOf(data, 'description') })
        }}
      >
        {elsewhere !== null && <FailureNotice error={elsewhere} />}
        <TextInput
          name="url"
          label="URL of the receiver"
          hint="The receiver has to answer 2xx within ten seconds. Otherwise the delivery is repeated."
          error={apiErrorAtFormField(save.error, 'url')}
          defaultValue={old?.url}
          placeholder="https://example.com/purser"
          required
        />
        <TextInput
          name="description"
          label="Description"
          error={apiErrorAtFormField(save.error, 'description')}
          defaultValue={old?.description}
        />
        <EventChoice of={events} onChange={setEvents} />
      </form>
    </Dialog>
  )
}

interface EventChoiceProps {
  of: CreateWebhookBody['events']
  onChange: (events: CreateWebhookBody['events']) => void
}

function EventChoice({ of: chosen, onChange }: EventChoiceProps) {
  const all = chosen.includes('*')
  const toggle = (type: EventType, isOn: boolean) =>
    onChange(isOn ? [...chosen, type] : chosen.filter((one) => one !== type))
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-1 text-sm font-medium">Events</legend>
      <Checkbox
        label="All, and those that are added later"
        checked={all}
        onChange={(event) => onChange(event.target.checked ? ['*'] : [])}
      />
      {all && (
        <Checkbox
          label="Entries of the audit trail, too"
          hint="Who changed what, with the values before and after. The choice above does not include them."
          checked={chosen.includes('audit.recorded')}
          onChange={(event) => onChange(event.target.checked ? ['*', 'audit.recorded'] : ['*'])}
        />
      )}
      {!all && (
        <div className="grid max-h-72 gap-x-6 gap-y-4 overflow-y-auto rounded-lg border border-line p-4 sm:grid-cols-2">
          {[...eventTypesByResource].map(([resource, types]) => (
            <div
              key={resource}
              role="group"
              aria-label={fieldNameInWords(resource)}
              className="grid content-start gap-1"
            >
              <p className="text-sm font-medium text-quiet">{fieldNameInWords(resource)}</p>
              {types.map((type) => (
                <Checkbox
                  key={type}
                  label={apiCodeAsWords(type.slice(resource.length + 1))}
                  aria-label={type}
                  checked={chosen.includes(type)}
                  onChange={(event) => toggle(type, event.target.checked)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
    </fieldset>
  )
}

const textOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
