import { Type } from 'typebox'
import { ReportIntentBody } from '../../contract/resources/intents.ts'
import { choiceToolField, intentIdToolField, textToolField } from '../fields.ts'
import {
  toolInputSchema,
  type ReportedCheckoutObstacle,
  toolOutputSchema,
  defineTool,
  writingToolHints,
} from '../tool.ts'

const { outcome } = ReportIntentBody.properties

const UNATTACHED =
  'Your report is stored, but no charge has come for it yet, so the receipt is not: report again with it once list_transactions shows the charge.'
const UNPAID =
  'Your owner sees your report, but no charge has come for it: the shop may have charged nothing yet, or another card. Do not pay again; tell your owner.'

export const reportPurchaseTool = defineTool({
  name: 'report_purchase',
  title: 'Report a purchase',
  description: 'Say how a purchase ended: bought, or why not. The last counts.',
  input: toolInputSchema({
    intentId: intentIdToolField,
    outcome: choiceToolField(outcome.enum, { description: 'How it went.' }),
    // The schema does not list the obstacles, because they would take much room in the list of tools. The API checks the word.
    obstacle: Type.Optional(textToolField(32, 'As told, or captcha, out_of_stock, other.')),
    orderReference: Type.Optional(textToolField(200, 'Order no.')),
    note: Type.Optional(textToolField(500, 'For your owner.')),
    receipt: Type.Optional(textToolField(999_999, 'PDF, base64.')),
  }),
  output: toolOutputSchema({ intentId: Type.String(), outcome: Type.String() }),
  hints: writingToolHints,
  apiNames: { receipt: 'content' },
  uses: ['reportIntent', 'attachTransactionDocument'],

  async run({ purser, signal }, { intentId: id, obstacle, receipt, ...rest }) {
    const report = { ...rest, ...(obstacle === undefined ? {} : { obstacle: obstacle as ReportedCheckoutObstacle }) }
    const intent = await purser.intents.report(id, report, { signal })
    if (receipt !== undefined && intent.transactionId !== undefined) {
      await purser.transactions.attachDocument(intent.transactionId, { name: 'receipt', content: receipt }, { signal })
    }
    return {
      intentId: intent.id,
      outcome: intent.report?.outcome ?? report.outcome,
      next: {
        say:
          intent.transactionId === undefined && receipt !== undefined
            ? UNATTACHED
            : report.outcome === 'completed' && intent.transactionId === undefined
              ? UNPAID
              : 'Your owner sees your report. Nothing is left to do.',
      },
    }
  },
})
