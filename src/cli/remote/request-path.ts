import { OperatorError } from '../../app/operator-error.ts'

/** An example of the ids that each parameter of a path takes. */
const idExamples: Readonly<Record<string, string>> = {
  customerId: 'cust_01j8z6xgc5vv8e8q6n5v3v3v3v',
  agentId: 'agt_01j8z6xgc5vv8e8q6n5v3v3v3v',
  cardId: 'card_01kdvy2n7rj4t8w0q3m5x9zb6c',
  intentId: 'int_01kdvy2n7rj4t8w0q3m5x9zb6c',
  approvalId: 'apr_01kdvy2n7rj4t8w0q3m5x9zb6c',
  webhookId: 'wh_01kdvy2n7rj4t8w0q3m5x9zb6c',
  deliveryId: 'dlv_01kdvy2n7rj4t8w0q3m5x9zb6c',
  transactionId: 'txn_01kdvy2n7rj4t8w0q3m5x9zb6c',
  changeRequestId: 'chg_01kdvy2n7rj4t8w0q3m5x9zb6c',
  challengeId: 'chl_01kdvy2n7rj4t8w0q3m5x9zb6c',
  subscriptionId: 'sub_01kdvy2n7rj4t8w0q3m5x9zb6c',
}

export const idExample = (parameter: string): string => idExamples[parameter] ?? parameter

/** The form of a parameter's ids in the usage of a command: `card_...`. */
export const idFormOfParameter = (parameter: string): string => idExample(parameter).replace(/_.*/, '_...')

/** The path of the list of the resources that have a path such as `/cards/{cardId}`. */
export const listPathOfResource = (path: string): string => path.slice(0, path.lastIndexOf('/'))

const PARAMETER = /\{(\w+)\}/g

/** The names of the parameters of a path such as `/cards/{cardId}`. */
export const pathParameters = (path: string): string[] =>
  [...path.matchAll(PARAMETER)].map(([, name]) => name as string)

/**
 * A path with its parameters filled in. They come from the words of a command, or else from the members of the body that flags have given,
 * which are taken out of it.
 */
export function fillPathParameters(
  path: string,
  words: ReadonlyMap<string, string>,
  { body = {}, flagOf = new Map() }: { body?: Record<string, unknown>; flagOf?: ReadonlyMap<string, string> } = {},
): string {
  return path.replaceAll(PARAMETER, (_, name: string) => {
    const value = words.get(name) ?? body[name]
    if (!words.has(name)) delete body[name]
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value)
    if (words.has(name))
      throw new OperatorError(`${JSON.stringify(value)} is not an id. For instance ${idFormOfParameter(name)}`)
    throw new OperatorError(
      `--${flagOf.get(name)} is missing. For instance --${flagOf.get(name)} ${idFormOfParameter(name)}`,
    )
  })
}
