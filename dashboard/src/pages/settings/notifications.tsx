import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MailNotifications, SlackNotifications } from '@purser/client'
import { purser } from '../../api/client.ts'
import { apiErrorAtFormField, apiErrorAtNoFormField } from '../../api/errors.ts'
import { useHasRole, useSignedInPerson } from '../../api/sign-in/session.ts'
import { useActionWithToast } from '../../api/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TextInput } from '../../ui/field.tsx'
import { PageSection } from '../../ui/page-layout.tsx'
import { FailureNotice, LoadingLines } from '../../ui/states.tsx'
import { TestMessageButton } from './test-message-button.tsx'
import { type NotifiedEvent, notifiedEvents, notifiedEventsFor } from './notified-events.ts'

const mailQuery = queryOptions({
  queryKey: ['notifications', 'mail'],
  queryFn: ({ signal }) => purser.notifications.get({ signal }),
})
const slackQuery = queryOptions({
  queryKey: ['notifications', 'slack'],
  queryFn: ({ signal }) => purser.slack.get({ signal }),
})

/** Mail notifications of the signed-in person, and Slack notifications of the account. */
export function Notifications() {
  const mail = useQuery(mailQuery)
  const isAdmin = useHasRole('admin')
  const slack = useQuery({ ...slackQuery, enabled: isAdmin })
  return (
    <>
      <PageSection title="By mail">
        {mail.data ? (
          <ByMail key={JSON.stringify(mail.data)} of={mail.data} />
        ) : mail.error ? (
          <FailureNotice error={mail.error} onRetry={() => void mail.refetch()} />
        ) : (
          <LoadingLines lines={4} />
        )}
      </PageSection>
      {isAdmin && (
        <PageSection title="In Slack">
          {slack.data ? (
            <InSlack key={JSON.stringify(slack.data)} of={slack.data} />
          ) : slack.error ? (
            <FailureNotice error={slack.error} onRetry={() => void slack.refetch()} />
          ) : (
            <LoadingLines lines={4} />
          )}
        </PageSection>
      )}
    </>
  )
}

function ByMail({ of: saved }: { of: MailNotifications }) {
  const { personRole } = useSignedInPerson()
  const [events, setEvents] = useState(saved.events)
  const save = useActionWithToast(() => purser.notifications.update({ events }), {
    changes: 'notifications',
    said: 'Your email notifications are saved.',
    quiet: true,
  })
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <p className="text-quiet">
        {saved.sendsMail
          ? `To ${saved.email}. Each mail leads to the page that it is about.`
          : 'This installation cannot send email until its operator sets PURSER_SMTP_URL. Your choice takes effect then.'}
      </p>
      {personRole === 'owner' && (
        <p className="text-quiet">Every owner is always notified when all spending is stopped or resumed.</p>
      )}
      {save.error && <FailureNotice error={save.error} />}
      <Choice legend="Email me when" of={notifiedEventsFor(personRole)} chosen={events} onChange={setEvents} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" busy={save.isPending}>
          Save email settings
        </Button>
        {saved.sendsMail && <TestMessageButton what="mail" send={() => purser.notifications.test()} />}
      </div>
    </form>
  )
}

function InSlack({ of: saved }: { of: SlackNotifications }) {
  const [events, setEvents] = useState(saved.events)
  const [url, setUrl] = useState('')
  const save = useActionWithToast(
    () => purser.slack.update({ events, ...(url.trim() !== '' && { url: url.trim() }) }),
    {
      changes: 'notifications',
      said: 'The Slack settings are saved.',
      onDone: () => setUrl(''),
      quiet: true,
    },
  )
  const remove = useActionWithToast(() => purser.slack.update({ url: null, events: [] }), {
    changes: 'notifications',
    said: 'Slack no longer gets notifications.',
  })
  const elsewhere = apiErrorAtNoFormField(save.error, ['url'])
  return (
    <form
      className="grid max-w-xl gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(undefined)
      }}
    >
      <p className="text-quiet">
        One channel for the whole account. Everybody who reads it sees the names, amounts and purposes of purchases. It
        is always notified when all spending is stopped or resumed.
      </p>
      {elsewhere !== null && <FailureNotice error={elsewhere} />}
      <TextInput
        label="Incoming webhook of Slack"
        type="password"
        autoComplete="off"
        required={saved.url === undefined}
        placeholder={saved.url ?? 'https://hooks.slack.com/…'}
        hint={
          saved.url === undefined
            ? 'Slack shows this URL when you add “Incoming Webhooks” to a channel. It is a secret and is never shown again.'
            : `Set: ${saved.url}. Leave it empty to keep it.`
        }
        value={url}
        error={apiErrorAtFormField(save.error, 'url')}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Choice legend="Notify Slack when" of={notifiedEvents} chosen={events} onChange={setEvents} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" type="submit" busy={save.isPending}>
          Save Slack
        </Button>
        {saved.url !== undefined && <TestMessageButton what="message" send={() => purser.slack.test()} />}
        {saved.url !== undefined && (
          <Button busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
            Remove Slack
          </Button>
        )}
      </div>
    </form>
  )
}

interface ChoiceProps {
  legend: string
  of: readonly NotifiedEvent[]
  chosen: MailNotifications['events']
  onChange: (events: MailNotifications['events']) => void
}

function Choice({ legend, of: events, chosen, onChange }: ChoiceProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-sm font-medium">{legend}</legend>
      {events.map(({ type, label }) => (
        <Checkbox
          key={type}
          label={label}
          checked={chosen.includes(type)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, type] : chosen.filter((one) => one !== type))}
        />
      ))}
    </fieldset>
  )
}
