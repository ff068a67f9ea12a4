import { decidePurchase } from '../../src/domain/ladder/decide.ts'
import { shadowVerdict } from '../../src/domain/ladder/shadow.ts'
import { subjectOf } from '../../test/model/case.ts'
import { decisionsPerSecond, type DecisionSpeedContender } from './decisions-per-second.ts'
import { realisticDecisionCase } from './realistic-case.ts'

/**
 * Measures decisions per second and core, with lists of 20 and of 10,000 entries, and with a shadow policy: `node bench/decision/run.ts`.
 * The exit code is 1 below half of the targets, because machines differ, or if long lists cost too much.
 */
const TARGET_PER_SECOND = 500_000
const MOST_TIMES_SLOWER = 1.5
/** The share of a decision's time that a shadow policy may take in addition. */
const SHADOW_SHARE = 0.1

const [short, long, shadowed] = (await decisionsPerSecond([contender(20), contender(10_000), withShadow()])) as [
  number,
  number,
  number,
]
console.log(`${(short / long).toFixed(2)} times slower with long lists (at most ${MOST_TIMES_SLOWER})`)
const share = short / shadowed - 1
console.log(
  `${(100 * share).toFixed(0)} % more with a shadow policy of one other rule (target: ${100 * SHADOW_SHARE} %)`,
)
const isSlow = short < TARGET_PER_SECOND / 2 || share > 2 * SHADOW_SHARE
if (isSlow || short / long > MOST_TIMES_SLOWER) process.exitCode = 1

function contender(listLength: number): DecisionSpeedContender {
  const question = realisticDecisionCase(listLength)
  const subject = subjectOf(question)
  const { decision, reasons } = decidePurchase(subject, question.request)
  if (decision !== 'approve') throw new Error(`The scenario declines: ${JSON.stringify(reasons)}`)
  return {
    name: `lists of ${listLength.toLocaleString('en')} entries`,
    decide: () => decidePurchase(subject, question.request),
  }
}

function withShadow(): DecisionSpeedContender {
  const question = realisticDecisionCase(20)
  const asked = subjectOf(question)
  const { policy } = question.card ?? { policy: {} }
  const shadowPolicy = { ...policy, maxTransactionsPerDay: 10 }
  const subject = { ...asked, card: asked.card && { ...asked.card, shadowPolicy } }
  return {
    name: 'lists of 20 entries, with a shadow policy',
    decide: () => shadowVerdict(subject, question.request, decidePurchase(subject, question.request)),
  }
}
