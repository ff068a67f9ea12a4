import type { PostingSummary } from '../../../contract/resources/stats/postings.ts'
import { OperatorError } from '../../../app/operator-error.ts'
import type { CommandFlag, CommandInvocation } from '../../command.ts'
import { callNodeFromShell } from '../../remote/client.ts'
import { moneyText } from '../../terminal/money.ts'
import { printData } from '../../terminal/print.ts'
import { terminalScreenOf } from '../../terminal/screen.ts'
import { printCommandAnswer } from '../../terminal/show.ts'
import { type TerminalTableColumn, terminalTableLines } from '../../terminal/table.ts'
import { commandWithActions } from '../../with-actions.ts'

type Sums = PostingSummary['data'][number]

const ownerFlags = {
  customer: { type: 'string', value: 'cust_...', description: 'Of this customer.' },
  agent: { type: 'string', value: 'agt_...', description: 'Of this agent.' },
  card: { type: 'string', value: 'card_...', description: 'Of this card.' },
} satisfies Record<string, CommandFlag>

const parameterOfFlag = new Map([
  ['customerId', 'customer'],
  ['agentId', 'agent'],
  ['cardId', 'card'],
  ['costCenter', 'cost-center'],
  ['groupBy', 'group-by'],
])

/** The query of a month, `2026-10`: its days of UTC, and whose postings are meant. */
function queryOf({ words: [month = ''], flags }: CommandInvocation): Record<string, string> {
  const first = /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? new Date(`${month}-01T00:00:00Z`) : null
  if (first === null) throw new OperatorError(`"${month}" is no month. Write it as 2026-10.`)
  const next = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1))
  const given = [...parameterOfFlag].flatMap(([parameter, flag]) => {
    const value = flags[flag]
    return typeof value === 'string' ? [[parameter, value] as const] : []
  })
  return { from: first.toISOString(), to: next.toISOString(), ...Object.fromEntries(given) }
}

const columns: readonly TerminalTableColumn<Sums>[] = [
  { title: 'group', of: ({ group, name, others }) => (others === true ? 'all others' : (name ?? group ?? '')) },
  ...(['authorized', 'held', 'captured', 'refunded', 'net'] as const).map((field) => ({
    title: field,
    of: (sums: Sums) => moneyText(sums[field], sums.currency),
    right: true as const,
  })),
]

export const postingsCommand = commandWithActions({
  summary: {
    summary: 'Sum what moved money in a month.',
    usage: 'purser postings summary MONTH [flags]',
    details: 'The month is one of UTC.',
    examples: ['purser postings summary 2026-10 --group-by merchant'],
    words: ['MONTH'],
    flags: {
      ...ownerFlags,
      'group-by': {
        type: 'string',
        value: 'none|day|customer|agent|card|merchant|costCenter',
        description: 'By what the sums are told apart.',
      },
    },
    async run(invocation) {
      const { settings, json } = invocation
      const request = { method: 'GET', path: '/postings/summary', query: queryOf(invocation) } as const
      const summary = await callNodeFromShell<PostingSummary>(settings, request, { flagOf: parameterOfFlag })
      printCommandAnswer({ json }, summary, () =>
        terminalTableLines(summary.data, columns, terminalScreenOf(process.stdout)),
      )
    },
  },
  export: {
    summary: 'Write what moved money in a month as CSV.',
    usage: 'purser postings export MONTH [flags] > postings.csv',
    details: `One line for each step that moved money, the oldest first. The month is one of UTC. The file of a month that is over stays the same, byte
for byte, whatever is refunded or renamed later.`,
    examples: ['purser postings export 2026-10 > postings.csv'],
    words: ['MONTH'],
    flags: {
      ...ownerFlags,
      'cost-center': { type: 'string', value: 'NAME', description: 'Of this cost center.' },
    },
    async run(invocation) {
      const { settings, json } = invocation
      if (json) throw new OperatorError('A CSV file is no JSON: leave --json out.')
      const query = queryOf(invocation)
      const { writeListAsCsv } = await import('../../remote/csv-file.ts') // not above: the sums are no file
      await writeListAsCsv(settings, { path: '/postings', query, flagOf: parameterOfFlag }, printData)
    },
  },
})
