import { Engine, type NestedCondition } from 'json-rules-engine'
import { decidePurchase } from '../../src/domain/ladder/decide.ts'
import { subjectOf } from '../../test/model/case.ts'
import { cedarReasonsOf } from '../../test/model/cedar.ts'
import { factsOf, type Facts } from '../../test/model/facts.ts'
import { decisionsPerSecond } from './decisions-per-second.ts'
import { realisticDecisionCase } from './realistic-case.ts'

/**
 * Asks Purser, Cedar and json-rules-engine the same question: `node bench/decision/versus.ts`. Cedar and json-rules-engine get every
 * sum and setting ready-made and check fewer rules: no similar merchant names, no hours in time zones, no intents.
 */
const question = realisticDecisionCase()
const subject = subjectOf(question)
const facts = factsOf(question)
const engine = jsonRules(facts)

const approvals = [
  decidePurchase(subject, question.request).decision === 'approve',
  cedarReasonsOf(facts).length === 0,
  (await engine.run(facts)).events.length === 0,
]
if (approvals.includes(false)) throw new Error(`The contenders do not all approve: ${approvals.join(', ')}`)

const [ours, cedar, json] = (await decisionsPerSecond([
  { name: 'Purser', decide: () => decidePurchase(subject, question.request) },
  { name: 'Cedar', decide: () => cedarReasonsOf(facts) },
  { name: 'json-rules-engine', decide: () => engine.run(facts) },
])) as [number, number, number]
console.log(
  `Purser is ${Math.round(ours / cedar)} times as fast as Cedar, ${Math.round(ours / json)} times as json-rules-engine`,
)

/** The rules of the card for json-rules-engine, one for each reason. */
function jsonRules(known: Facts): Engine {
  const value = (fact: string) => ({ fact })
  const rules: Record<string, NestedCondition[]> = {
    customer_not_active: [{ fact: 'customerStatus', operator: 'notEqual', value: 'active' }],
    agent_not_active: [{ fact: 'agentStatus', operator: 'notEqual', value: 'active' }],
    card_frozen: [{ fact: 'cardStatus', operator: 'equal', value: 'frozen' }],
    card_closed: [{ fact: 'cardStatus', operator: 'equal', value: 'closed' }],
    currency_not_supported: [{ fact: 'currency', operator: 'notEqual', value: 'USD' }],
    max_transactions_exceeded: [
      { fact: 'transactions', operator: 'greaterThanInclusive', value: value('maxTransactionsPerDay') },
    ],
    mcc_not_allowed: [{ fact: 'mcc', operator: 'notIn', value: value('allowedMccs') }],
    mcc_blocked: [{ fact: 'mcc', operator: 'in', value: value('blockedMccs') }],
    country_blocked: [{ fact: 'country', operator: 'in', value: value('blockedCountries') }],
    credentials_invalid: [{ fact: 'areWrong', operator: 'equal', value: true }],
  }
  for (const limit of Object.keys(known).filter((fact) => fact.includes('limit_'))) {
    rules[limit] = [{ fact: `after_${limit}`, operator: 'greaterThan', value: value(limit) }]
  }
  const made = new Engine(
    Object.entries(rules).map(([type, all]) => ({ conditions: { all }, event: { type } })),
    { allowUndefinedFacts: true },
  )
  // json-rules-engine cannot add, so the sums after this purchase are computed for it.
  for (const [fact, spent] of Object.entries(known)) {
    if (fact.includes('spent_'))
      made.addFact(`after_${fact.replace('spent_', 'limit_')}`, Number(spent) + Number(known.amount))
  }
  return made
}
