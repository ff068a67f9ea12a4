import { OperatorError } from '../../../app/operator-error.ts'
import type { PersonRole } from '../../../contract/resources/people.ts'
import { commandAccountFlag, withCommandAccount } from '../../account-of.ts'
import { dashboardLinkLines } from '../../dashboard-link.ts'
import { mostLikelyWord } from '../../did-you-mean.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { type TerminalTableColumn, terminalTableLines } from '../../terminal/table.ts'
import { shortTimeText } from '../../terminal/text.ts'
import { commandWithActions } from '../../with-actions.ts'

const personRoles = ['owner', 'admin', 'approver', 'viewer'] as const satisfies readonly PersonRole[]
const details =
  'The last line is a link, which works once, for a day. Where no setting says the address of the dashboard, the line is the end of the link.'

export const peopleCommand = commandWithActions({
  list: {
    summary: 'List the people of an account, and who is invited.',
    usage: 'purser people list [--account acct_...]',
    examples: ['purser people list'],
    flags: { account: commandAccountFlag },
    async run({ flags, json, settings }) {
      const { joined, invited } = await withCommandAccount({ flags, settings }, (administration, accountId) =>
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
      printCommandAnswer({ json }, { data: joined, invitations: invited }, () =>
        rows.length === 0
          ? ['Nobody has joined yet: purser people invite <email> --role owner']
          : terminalTableLines(rows, columns, terminalScreenOf(process.stdout)),
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
      account: commandAccountFlag,
      role: { type: 'string', value: personRoles.join('|'), description: 'What the person may do [viewer].' },
    },
    async run({ words: [email = ''], flags, json, settings }) {
      assertEmail(email)
      const role = roleOf(String(flags['role'] ?? 'viewer'))
      const secret = await withCommandAccount({ flags, settings }, ({ invite }, accountId) =>
        invite(accountId, { email, role }),
      )
      printCommandAnswer({ json }, { email, role, secret }, () => [
        `Invited ${email} as ${role}. The link works once, for a day.`,
        ...dashboardLinkLines(settings, `/welcome#${secret}`),
      ])
    },
  },
  reset: {
    summary: 'Create a link with which a person chooses a new password.',
    usage: 'purser people reset <email> [--account acct_...]',
    details,
    examples: ['purser people reset ada@example.com'],
    words: ['<email>'],
    flags: { account: commandAccountFlag },
    async run({ words: [email = ''], flags, json, settings }) {
      assertEmail(email)
      const secret = await withCommandAccount({ flags, settings }, ({ resetPassword }, accountId) =>
        resetPassword(accountId, email),
      )
      printCommandAnswer({ json }, { email, secret }, () => [
        `Created a password link for ${email}. It works once, for a day.`,
        ...dashboardLinkLines(settings, `/reset#${secret}`),
      ])
    },
  },
})

function assertEmail(email: string): void {
  if (/^\S+@\S+$/.test(email)) return
  throw new OperatorError(`${JSON.stringify(email)} is no email address. For instance ada@example.com`)
}

function roleOf(text: string): PersonRole {
  const role = personRoles.find((one) => one === text)
  if (role !== undefined) return role
  const meant = mostLikelyWord(text, personRoles)
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

const columns: TerminalTableColumn<Row>[] = [
  { title: 'email', of: ({ email }) => email, whole: true },
  { title: 'name', of: ({ name }) => name },
  { title: 'role', of: ({ role }) => role, whole: true },
  {
    title: 'status',
    of: ({ status }) => status,
    whole: true,
    paint: ({ status }) => (status === 'active' ? 'green' : status === 'invited' ? 'yellow' : 'dim'),
  },
  { title: 'since', of: ({ at }) => shortTimeText(at), optional: true },
]
