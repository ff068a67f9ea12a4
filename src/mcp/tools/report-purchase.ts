import { Type } from 'typebox'
import { ReportIntentBody } from '../../contract/resources/intents.ts'
import { choice, intentId, text } from '../fields.ts'
import { inputs, outputs, tool, writing } from '../tool.ts'

const { outcome, obstacle } = ReportIntentBody.properties

const UNPAID =
  'Your owner sees your report, but no charge has come for it: the shop may have charged nothing yet, or another card. Do not pay again; tell your owner.'

export const reportPurchase = tool({
  name: 'report_purchase',
  title: 'Report how a purchase ended',
  description: 'Say how a declared purchase ended: bought or not, with why.',
  input: inputs({
    intentId,
    outcome: choice(outcome.enum, { description: 'The end of it.' }),
    obstacle: Type.Optional(choice(obstacle.enum, { description: 'Hindrance' })),
    orderReference: Type.Optional(text(200, 'Its number.')),
    note: Type.Optional(text(500, 'For people')),
  }),
  output: outputs({ intentId: Type.String(), outcome: Type.String() }),
  hints: writing,
  uses: ['reportIntent'],

  async run({ purser, signal }, { intentId: id, ...report }) {
    const intent = await purser.intents.report(id, report, { signal })
    return {
      intentId: intent.id,
      outcome: intent.report?.outcome ?? report.outcome,
      next: {
        say:
          report.outcome === 'completed' && intent.transactionId === undefined
            ? UNPAID
            : 'Your owner sees your report. Nothing is left to do.',
      },
    }
  },
})
