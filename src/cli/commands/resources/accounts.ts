import { withCommandAdministration } from '../../account-of.ts'
import { dashboardOrigin } from '../../dashboard-link.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { terminalTableLines } from '../../terminal/table.ts'
import { commandWithActions } from '../../with-actions.ts'

export const accountsCommand = commandWithActions({
  create: {
    summary: 'Create an account with its first admin key.',
    usage: 'purser accounts create <name>',
    details: 'The last line is the secret of the admin key. It is shown only then.',
    examples: ['purser accounts create "Second company"'],
    words: ['<name>'],
    async run({ words: [name = ''], json, settings }) {
      const { secret, ownerInvitation } = await withCommandAdministration(
        settings,
        ({ createAccount }) => createAccount(name),
        {
          makesDatabase: true,
        },
      )
      const link = `${dashboardOrigin(settings) ?? ''}/welcome#${ownerInvitation}`
      printCommandAnswer({ json }, { name, adminApiKey: secret, ownerInvitation }, () => [
        `Created the account ${JSON.stringify(name)}. Within a day, its first owner can join the dashboard at ${link}`,
        'Its admin API key, which is shown only now:',
        secret,
      ])
    },
  },
  list: {
    summary: 'List accounts.',
    usage: 'purser accounts list',
    examples: ['purser accounts list'],
    async run({ json, settings }) {
      const rows = await withCommandAdministration(settings, (administration) => administration.accounts())
      const data = rows.map(({ id, name }) => ({ id, name }))
      printCommandAnswer({ json }, { data }, () => terminalTableLines(data, columns, terminalScreenOf(process.stdout)))
    },
  },
})

const columns = [
  { title: 'id', of: ({ id }: { id: string }) => id, whole: true },
  { title: 'name', of: ({ name }: { name: string }) => name },
] as const
