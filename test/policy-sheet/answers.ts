import { askablePolicyFields } from '../../src/contract/resources/change-requests.ts'
import type { Reason } from '../../src/contract/decisions.ts'
import { reasonCodes } from '../../src/contract/reasons.ts'
import { Policy, limitWindows } from '../../src/contract/policy.ts'
import { plannedChangeAllowsMore } from '../../src/cli/apply/plan/allows-more.ts'
import { policyFlags as flags } from '../../src/cli/remote/sheet-flags.ts'
import { policyFieldNamed, policyGroups } from '../../dashboard/src/lib/policy-fields.ts'
import { ruleName, ruleCheckTopic } from '../../dashboard/src/lib/words/rules.ts'
import { effectivePolicy } from '../../src/domain/decision/cascade.ts'
import { compilePolicy } from '../../src/domain/decision/compiled-policy.ts'
import { ruleChecks } from '../../src/domain/decision/trace.ts'
import { budgetRuleSentences } from '../../src/domain/budgets/budget-rules.ts'
import { looserLevelWarnings } from '../../src/domain/warnings/looser-levels.ts'
import { unusedFieldWarnings } from '../../src/domain/warnings/unused-fields.ts'
import { nextStepOfAskingOwner } from '../../src/mcp/next/ask-owner.ts'
import type { ToolCall } from '../../src/mcp/tool.ts'
import { checkWantedLimitIsHigher } from '../../src/mcp/wanted/limits-now.ts'
import { apiPathOfWantedChange, wantedChangeValueOf } from '../../src/mcp/wanted/wanted-value.ts'
import { TEST_NOON, cardWithLevels } from '../support/records/subject.ts'
import { samples } from './samples.ts'

/** Loaded by a name that the compiler does not follow: the page's types are those of a browser. */
const FIELD_FIX = '../../dashboard/src/pages/transactions/field-fix.ts'
const { fieldFixOfDeclineReason } = (await import(FIELD_FIX)) as {
  fieldFixOfDeclineReason: (reason: Reason, holder: object, asked: { at: number }) => unknown
}

type Field = keyof Policy

/** The names under which readers know a field: `limits` is a field for each of its windows. */
const namesOf = (field: Field): readonly string[] =>
  field === 'limits' ? limitWindows.map((window) => `limits.${window}`) : [field]

/** The answers of every reader of policies about one field. */
export async function answersAbout(field: Field) {
  const values = samples[field]
  const names = namesOf(field)
  return {
    schema: Policy.properties[field],
    default: effectivePolicy({ customer: { policy: {} }, agent: null, card: null }).policy[field] ?? null,
    looserThanAbove: compared(values, (value, above) => looserFields(field, value, above)),
    unused: values.map((value) => [value, unusedFieldWarnings({ [field]: value }).map(({ message }) => message)]),
    usedWithIntentsAndApproval: values.map((value) => [
      value,
      unusedFieldWarnings({ requireIntent: true, requireApproval: true, [field]: value }).map(({ code }) => code),
    ]),
    markedByApply: Object.fromEntries(names.map((name) => [name, marksOf(name, [null, ...values])])),
    askable: (askablePolicyFields as readonly string[]).includes(field),
    askedByAgent: await Promise.all(names.map((name) => askedByAgent(name, values))),
    nextStep: checksOf(names).map(({ rule, code }) => [
      code,
      nextStepOfAskingOwner(reasonOf(rule, code, field), { cardId: 'card_1' }),
    ]),
    budgetRules: values.map((value) => [value, ...inBudget(field, value)]),
    flags: Object.entries(flags).filter(([, { path }]) => names.some((name) => path === `policy.${name}`)),
    form: names.map((name) => ({ group: groupOf(name), ...policyFieldNamed(name) })),
    rule: names.map((name) => [ruleCheckTopic(name), ruleName(name)]),
    fixed: checksOf(names).map(({ rule, code }) => [code, fixedOf(reasonOf(rule, code, field), field)]),
  }
}

/** Every pair of different values, strict and loose, that `answer` finds something about. */
const compared = (values: readonly unknown[], answer: (value: unknown, above: unknown) => unknown[]) =>
  values.flatMap((value) =>
    values.flatMap((above) => {
      const found = value === above ? [] : answer(value, above)
      return found.length === 0 ? [] : [[above, '->', value, ...found]]
    }),
  )

const looserFields = (field: Field, value: unknown, above: unknown): unknown[] =>
  looserLevelWarnings({
    customer: { policy: { [field]: above } },
    agent: null,
    card: { policy: { [field]: value } },
  }).map(({ fields }) => fields.join())

/** The changes that `purser apply` marks, as it compares them: `limits` by its windows. */
function marksOf(name: string, values: readonly unknown[]) {
  const window = /^limits\.(\w+)$/.exec(name)?.[1]
  const single = values.map((value) => (window === undefined || value === null ? value : (value as Amounts)[window]))
  return compared(single, (after, before) =>
    plannedChangeAllowsMore({ path: `policy.${name}`, before, after }) ? ['more'] : [],
  )
}
type Amounts = Readonly<Record<string, unknown>>

async function askedByAgent(name: string, values: readonly unknown[]) {
  const lowest = values.flatMap((value) => (typeof value === 'number' ? [value] : []))
  return {
    card: refusalOr(() => [
      apiPathOfWantedChange(`policy.${name}`),
      wantedChangeValueOf(apiPathOfWantedChange(`policy.${name}`), '7'),
    ]),
    agent: refusalOr(() => apiPathOfWantedChange(`agent.policy.${name}`)),
    lessThanNow: await lessThanNow(name, Math.max(2, ...lowest)),
  }
}

/** Whether an agent is told that it asks for less than it has. */
async function lessThanNow(name: string, present: number): Promise<unknown> {
  const policy = name.startsWith('limits.')
    ? { limits: { [name.slice('limits.'.length)]: present } }
    : { [name]: present }
  const call = { purser: { spend: { evaluate: async () => ({ context: { policy } }) } } } as unknown as ToolCall
  const asking = checkWantedLimitIsHigher(call, { change: `policy.${name}`, value: 1, cardId: 'card_1' })
  return await asking.then(
    () => false,
    (error: Error) => error.message,
  )
}

function refusalOr(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return (error as Error).message
  }
}

const checksOf = (names: readonly string[]) =>
  ruleChecks.filter(({ rule, code }) => names.includes(rule) && reasonCodes.includes(code) && code !== 'limit_exceeded')

/** A reason as a rule makes it: limits and counts see a number, lists see an entry, the others see nothing. */
function reasonOf(rule: string, code: Reason['code'], field: Field): Reason {
  const isNumber = rule.startsWith('limits.') || rule === 'maxAmount' || rule === 'maxTransactionsPerDay'
  const isList = Array.isArray(samples[field][0])
  const isWait = rule.endsWith('Minutes') && !rule.startsWith('ttl')
  return {
    rule,
    code,
    level: 'card',
    message: '',
    remedy: '',
    retryable: false,
    fixedBy: 'owner',
    ...(isNumber && { observed: 1234, limit: 1000 }),
    ...(isList && !code.endsWith('_missing') && { observed: 'seen', limit: 'listed' }),
    ...(isWait && { limit: 10, retryAt: new Date(TEST_NOON + 4 * 60_000).toISOString() }),
  }
}

function inBudget(field: Field, value: unknown): unknown[] {
  const others: Policy = field === 'autoApproveBelow' ? { requireApproval: true } : {}
  return ['flag', 'freeze'].map((onMissingIntent) => {
    const policy = { onMissingIntent, ...others, [field]: value } as Policy
    const described = cardWithLevels({ card: { policy } })
    return budgetRuleSentences(described, compilePolicy(described))
  })
}

const groupOf = (name: string) => policyGroups.find(({ fields }) => fields.some((one) => one.name === name))?.title

function fixedOf(reason: Reason, field: Field) {
  const policy = { [field]: samples[field][1] }
  const holder = {
    id: 'card_1',
    status: 'active',
    policy,
    createdAt: new Date(TEST_NOON - 90 * 60_000).toISOString(),
  }
  return fieldFixOfDeclineReason(reason, holder, { at: TEST_NOON }) ?? null
}

/** The orders in which readers list the fields. */
export const orders = () => ({
  schema: Object.keys(Policy.properties),
  forms: policyGroups.map(({ title, about, fields }) => ({ title, about, fields: fields.map(({ name }) => name) })),
  flags: Object.keys(flags),
  askable: askablePolicyFields,
})
