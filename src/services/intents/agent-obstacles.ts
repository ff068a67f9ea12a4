import {
  type AgentObstacles,
  type IntentReport,
  MOST_COUNTED_PURCHASE_REPORTS,
} from '../../contract/resources/intents.ts'
import { findAgent } from '../../store/customers/agents.ts'
import { type ReportedIntent, intentReportsOfAgent } from '../../store/intents/intent-reports.ts'
import { objectOr404 } from '../input/or-throw.ts'
import type { ReadOperationService } from '../request/context.ts'
import { readOperationHandler } from '../request/handler.ts'

type Shop = AgentObstacles['shops'][number]

const MOST_SHOPS = 100

/** Counts the obstacles that an agent has reported from shops where it tried to buy. The counts have no effect on decisions. */
const getAgentObstacles: ReadOperationService<'getAgentObstacles'> = async (
  { db, principal },
  { params: { agentId } },
) => {
  objectOr404(await findAgent(db, principal, agentId), 'agent_not_found')
  const { intents, isPartial } = await intentReportsOfAgent(db, agentId, MOST_COUNTED_PURCHASE_REPORTS)
  const shops = [...Map.groupBy(intents, ({ merchant }) => merchant)].map(([merchant, own]) => shopOf(merchant, own))
  const sorted = shops.toSorted((a, b) => obstaclesOf(b) - obstaclesOf(a) || b.reports - a.reports)
  return { shops: sorted.slice(0, MOST_SHOPS), isPartial: isPartial || sorted.length > MOST_SHOPS }
}

const obstaclesOf = ({ obstacles }: Shop): number => obstacles.reduce((sum, { count }) => sum + count, 0)

function shopOf(merchant: string | null, intents: readonly ReportedIntent[]): Shop {
  const reports = intents.map(({ report }) => report)
  const met = reports.filter(hasObstacle)
  return {
    merchant,
    reports: reports.length,
    completed: reports.filter(({ outcome }) => outcome === 'completed').length,
    obstacles: [...Map.groupBy(met, ({ obstacle }) => obstacle)]
      .map(([obstacle, own]) => ({ obstacle, count: own.length, lastAt: lastOf(own) }))
      .toSorted((a, b) => b.count - a.count || (a.obstacle < b.obstacle ? -1 : 1)),
  }
}

type Met = IntentReport & Required<Pick<IntentReport, 'obstacle'>>
const hasObstacle = (report: IntentReport): report is Met => report.obstacle !== undefined

const lastOf = (reports: readonly Met[]): string =>
  reports.reduce((last, { reportedAt }) => (reportedAt > last ? reportedAt : last), '')

export const checkoutObstacleHandlers = { getAgentObstacles: readOperationHandler(getAgentObstacles) }
