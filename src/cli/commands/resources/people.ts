import type { Administration } from '../../../app/administration/administration.ts'
import type { PersonRole } from '../../../contract/resources/people.ts'
import { accountOf } from '../../account-of.ts'
import { misused } from '../../command-error.ts'
import type { Command } from '../../command.ts'
import { loggerOf } from '../../logger-of.ts'
import { show } from '../../terminal/show.ts'

const personRoles = ['owner', 'admin', 'approver', 'viewer'] as const satisfies readonly PersonRole[]

export const people: Command = {
  usage: `purser people invite <email> [--role ${personRoles.join('|')}] | reset <email>; [--account acct_...]`,
  details:
    'The last line is the end of a link: put it behind the address of the dashboard. The link works once, for a day.',
  examples: ['purser people invite ada@example.com --role owner', 'purser people reset ada@example.com'],
  takesWords: true,
  flags: {
    account: { type: 'string', value: 'acct_...', description: 'Which account, if there are several.' },
    role: { type: 'string', value: personRoles.join('|'), description: 'What the person may do [viewer].' },
  },

  async run({ words: [action, email, ...more], flags, json, settings }) {
    const role = personRoles.find((one) => one === (flags['role'] ?? 'viewer'))
    if (!email?.includes('@') || role === undefined || more.length > 0) throw misused(this)
    const { administer } = await import('../../../app/administration/administration.ts')
    const logger = await loggerOf(settings)
    const inAccount = (work: (administration: Administration, accountId: string) => Promise<string>) =>
      administer(settings, logger, async (administration) =>
        work(administration, accountOf(await administration.accounts(), flags['account'])),
      )
    if (action === 'invite') {
      const secret = await inAccount(({ invite }, accountId) => invite(accountId, { email, role }))
      show({ json }, { email, role, secret }, () => [
        `Invited ${email} as ${role}. The link works once, for a day. Put this behind the address of the dashboard:`,
        `/welcome#${secret}`,
      ])
    } else if (action === 'reset' && flags['role'] === undefined) {
      const secret = await inAccount(({ resetPassword }, accountId) => resetPassword(accountId, email))
      show({ json }, { email, secret }, () => [
        `Made a link for a new password of ${email}. It works once, for a day. Put this behind the address of the dashboard:`,
        `/reset#${secret}`,
      ])
    } else throw misused(this)
  },
}
