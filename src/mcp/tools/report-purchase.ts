import { Type } from 'typebox'
import { ReportIntentBody } from '../../contract/resources/intents.ts'
import { choiceToolField, intentIdToolField, textToolField } from '../fields.ts'
import { toolInputSchema, type ReportedObstacle, toolOutputSchema, defineTool, writingToolHints } from '../tool.ts'

const { outcome } = ReportIntentBody.properties

const UNPAID =
  'Your owner sees your report, but no charge has come for it: the shop may have charged nothing yet, or another card. Do not pay again; tell your owner.'

export const reportPurchaseTool = defineTool({
  name: 'report_purchase',
  title: 'Report how a purchase ended',
  description: 'Say how a declared purchase ended: bought, or why not. The last report counts.',
  input: toolInputSchema({
    intentId: intentIdToolField,
    outcome: choiceToolField(outcome.enum, { description: 'How it ended.' }),
    // The schema does not list the obstacles, because they would take much room in the list of tools. The API checks the word.
    obstacle: Type.Optional(textToolField(32, 'As you are told, or captcha, login_required, out_of_stock, other.')),
    orderReference: Type.Optional(textToolField(200, 'Order number.')),
    note: Type.Optional(textToolField(500, 'For your owner.')),
  }),
  output: toolOutputSchema({ intentId: Type.String(), outcome: Type.String() }),
  hints: writingToolHints,
  uses: ['reportIntent'],

  async run({ purser, signal }, { intentId: id, obstacle, ...rest }) {
    const report = { ...rest, ...(obstacle === undefined ? {} : { obstacle: obstacle as ReportedObstacle }) }
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
