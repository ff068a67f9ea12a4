import type { ShellCommand } from '../../command.ts'

export const exportCommand: ShellCommand = {
  usage: 'purser export [--project NAME] [--ids]',
  details: `The command prints customers, agents, cards and webhooks with their policies. Objects that were made by hand have their id
in the file: applied, the file takes them over under the names that it gives them, which can be changed before. Applied to another account in
which nothing was made by hand, the file makes them there. Closed cards and deleted agents are left out. It takes an API key of the role admin, because other roles do not see all of a webhook's URL.`,
  examples: ['purser export > purser.yaml', 'purser export --project payments > payments.yaml'],
  flags: {
    project: {
      type: 'string',
      value: 'NAME',
      description: 'What the files of this project have made. Without it, all that is of no project.',
    },
    ids: {
      type: 'boolean',
      description: 'Also the ids of objects that files have made, so that another project can take them over.',
    },
  },

  async run({ flags, json, settings }) {
    const { runExportCommand } = await import('./run-export.ts')
    const project = flags['project'] === undefined ? null : String(flags['project'])
    await runExportCommand({ project, withIds: flags['ids'] === true, json }, settings)
  },
}
