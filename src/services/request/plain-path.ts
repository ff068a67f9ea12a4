import { operations } from '../../contract/operations.ts'

const OMITTED = '…'
const ID = /^[a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26}$/
const MOST_STEPS = 10
const paths = new Set(['/mcp', ...Object.values(operations).map(({ path }) => `/v1${path}`)])
const words = new Set([...paths].flatMap((path) => path.split('/')).filter((word) => !word.startsWith('{')))

/**
 * The path of a URL without its query, for people to read. Only words of the API and ids of Purser are kept: whatever else stands in a path
 * may be a secret or a card number that was put there by mistake.
 */
export function plainPath(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (paths.has(path)) return path
  const steps = path.split('/', MOST_STEPS + 1)
  const plain = steps.slice(0, MOST_STEPS).map((step) => (words.has(step) || ID.test(step) ? step : OMITTED))
  return [...plain, ...(steps.length > MOST_STEPS ? [OMITTED] : [])].join('/')
}
