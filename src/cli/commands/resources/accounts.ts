import { misused } from '../../command-error.ts'
import type { Command } from '../../command.ts'
import { loggerOf } from '../../logger-of.ts'
import { screenOf } from '../../terminal/screen.ts'
import { show } from '../../terminal/show.ts'
import { table } from '../../terminal/table.ts'

export const accounts: Command = {
  usage: 'purser accounts create <name>\npurser accounts list',
  details: 'The last line is the secret of the admin key. It is shown only then.',
  examples: ['purser accounts create "Second company"'],
  takesWords: true,

  async run({ words: [action, name, ...more], json, settings }) {
    const isList = action === 'list' && name === undefined
    if (!isList && (action !== 'create' || !name || more.length > 0)) throw misused(this)
    const logger = await loggerOf(settings)
    const { administer } = await import('../../../app/administration/administration.ts')
    if (isList) {
      const found = await administer(settings, logger, (administration) => administration.accounts())
      const data = found.map(({ id, name: called }) => ({ id, name: called }))
      return show({ json }, { data }, () => table(data, columns, screenOf(process.stdout)))
    }
    const { secret, ownerInvitation } = await administer(settings, logger, (administration) =>
      administration.createAccount(name ?? ''),
    )
    show({ json }, { name, adminApiKey: secret, ownerInvitation }, () => [
      `Created the account ${JSON.stringify(name)}. Within a day, its first owner can join the dashboard at /welcome#${ownerInvitation}`,
      'Its admin API key, which is shown only now:',
      secret,
    ])
  },
}

const columns = [
  { title: 'id', of: ({ id }: { id: string }) => id, whole: true },
  { title: 'name', of: ({ name }: { name: string }) => name },
] as const
