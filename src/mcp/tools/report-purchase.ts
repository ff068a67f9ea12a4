import { Type } from 'typebox'
import { ReportIntentBody } from '../../contract/resources/intents.ts'
import { choice, intentId, textField } from '../fields.ts'
import { inputs, type Obstacle, outputs, tool, writing } from '../tool.ts'

const { outcome } = ReportIntentBody.properties

const UNPAID =
  'Your owner sees your report, but no charge has come for it: the shop may have charged nothing yet, or another card. Do not pay again; tell your owner.'

export const reportPurchaseTool = tool({
  name: 'report_purchase',
  title: 'Report how a purchase ended',
  description: 'Say how a declared purchase ended: bought, or why not. The last report counts.',
  input: inputs({
    intentId,
    outcome: choice(outcome.enum, { description: 'How it ended.' }),
    // The schema does not list the obstacles, because they would take much room in the list of tools. The API checks the word.
    obstacle: Type.Optional(textField(32, 'As you are told, or captcha, login_required, out_of_stock, other.')),
    orderReference: Type.Optional(textField(200, 'Order number.')),
    note: Type.Optional(textField(500, 'For your owner.')),
  }),
  output: outputs({ intentId: Type.String(), outcome: Type.String() }),
  hints: writing,
  uses: ['reportIntent'],

  async run({ purser, signal }, { intentId: id, obstacle, ...rest }) {
    const report = { ...rest, ...(obstacle === undefined ? {} : { obstacle: obstacle as Obstacle }) }
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
