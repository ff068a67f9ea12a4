import type { AccountAdministration } from '../../../app/administration/administration.ts'
import { OperatorError } from '../../../app/operator-error.ts'
import type { PersonRole } from '../../../contract/resources/people.ts'
import { accountOf } from '../../account-of.ts'
import type { CommandFlag, Invocation } from '../../command.ts'
import { linkLines } from '../../dashboard-link.ts'
import { meantWord } from '../../did-you-mean.ts'
import { loggerOf } from '../../logger-of.ts'
import { screenOfStream } from '../../terminal/screen.ts'
import { showAnswer } from '../../terminal/show.ts'
import { type TableColumn, tableLines } from '../../terminal/table.ts'
import { shortTime } from '../../terminal/time.ts'
import { withActions } from '../../with-actions.ts'

const personRoles = ['owner', 'admin', 'approver', 'viewer'] as const satisfies readonly PersonRole[]
const account: CommandFlag = { type: 'string', value: 'acct_...', description: 'Which account, if there are several.' }
const details =
  'The last line is a link, which works once, for a day. Where no setting says the address of the dashboard, the line is the end of the link.'

export const peopleCommand = withActions({
  list: {
    summary: 'List the people of an account, and who is invited.',
    usage: 'purser people list [--account acct_...]',
    examples: ['purser people list'],
    flags: { account },
    async run({ flags, json, settings }) {
      const { joined, invited } = await inAccount(settings, flags, (administration, accountId) =>
        administration.people(accountId),
      )
      const rows: Row[] = [
        ...joined.map(({ email, name, role, status, createdAt }) => ({ email, name, role, status, at: createdAt })),
        ...invited.map(({ email = '', role, createdAt }) => ({
          email,
          name: '',
          role,
          status: 'invited',
          at: createdAt,
        })),
      ]
      showAnswer({ json }, { data: joined, invitations: invited }, () =>
        rows.length === 0
          ? ['Nobody has joined yet: purser people invite <email> --role owner']
          : tableLines(rows, columns, screenOfStream(process.stdout)),
      )
    },
  },
  invite: {
    summary: 'Invite a person to the dashboard.',
    usage: `purser people invite <email> [--role ${personRoles.join('|')}] [--account acct_...]`,
    details,
    examples: ['purser people invite ada@example.com --role owner'],
    words: ['<email>'],
    flags: {
      account,
      role: { type: 'string', value: personRoles.join('|'), description: 'What the person may do [viewer].' },
    },
    async run({ words: [email = ''], flags, json, settings }) {
      assertEmail(email)
      const role = roleOf(String(flags['role'] ?? 'viewer'))
      const secret = await inAccount(settings, flags, ({ invite }, accountId) => invite(accountId, { email, role }))
      showAnswer({ json }, { email, role, secret }, () => [
        `Invited ${email} as ${role}. The link works once, for a day.`,
        ...linkLines(settings, `/welcome#${secret}`),
      ])
    },
  },
  reset: {
    summary: 'Create a link with which a person chooses a new password.',
    usage: 'purser people reset <email> [--account acct_...]',
    details,
    examples: ['purser people reset ada@example.com'],
    words: ['<email>'],
    flags: { account },
    async run({ words: [email = ''], flags, json, settings }) {
      assertEmail(email)
      const secret = await inAccount(settings, flags, ({ resetPassword }, accountId) => resetPassword(accountId, email))
      showAnswer({ json }, { email, secret }, () => [
        `Created a password link for ${email}. It works once, for a day.`,
        ...linkLines(settings, `/reset#${secret}`),
      ])
    },
  },
})

async function inAccount<T>(
  settings: Invocation['settings'],
  flags: Invocation['flags'],
  work: (administration: AccountAdministration, accountId: string) => Promise<T>,
): Promise<T> {
  const { withAccountAdministration: administer } = await import('../../../app/administration/administration.ts')
  return administer(settings, await loggerOf(settings), async (administration) =>
    work(administration, accountOf(await administration.accounts(), flags['account'])),
  )
}

function assertEmail(email: string): void {
  if (/^\S+@\S+$/.test(email)) return
  throw new OperatorError(`${JSON.stringify(email)} is no email address. For instance ada@example.com`)
}

function roleOf(text: string): PersonRole {
  const role = personRoles.find((one) => one === text)
  if (role !== undefined) return role
  const meant = meantWord(text, personRoles)
  const advice = meant === null ? '' : ` Did you mean ${meant}?`
  throw new OperatorError(`--role must be one of ${personRoles.join(', ')}; ${JSON.stringify(text)} is not.${advice}`)
}

interface Row {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly status: string
  readonly at: string
}

const columns: TableColumn<Row>[] = [
  { title: 'email', of: ({ email }) => email, whole: true },
  { title: 'name', of: ({ name }) => name },
  { title: 'role', of: ({ role }) => role, whole: true },
  {
    title: 'status',
    of: ({ status }) => status,
    whole: true,
    paint: ({ status }) => (status === 'active' ? 'green' : status === 'invited' ? 'yellow' : 'dim'),
  },
  { title: 'since', of: ({ at }) => shortTime(at), optional: true },
]
