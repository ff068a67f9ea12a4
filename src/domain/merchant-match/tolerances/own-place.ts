import { isCut, type Tailed, type Tolerance } from './tolerance.ts'

const SHORTEST_CUT = 3

/** The city that the authorization itself names, whatever stands between: "PIZZA EXPRESS-ST PAULS" in St Pauls; cut off at the end. */
export const ownPlace: Tolerance = {
  name: 'own_place',
  isMarked: true,
  length: (tailed) => {
    const { where, end } = tailed
    if (where.city.length === 0) return 0
    for (let length = Math.min(where.city.length, end - 1); length > 0; length -= 1) {
      if (isCity(tailed, length)) return length
    }
    return 0
  },
}

function isCity({ words, end, where: { city }, ...tailed }: Tailed, length: number): boolean {
  const own = words.slice(end - length, end)
  if (own.some(({ gap }) => gap === 'star')) return false
  const run = own.map(({ text }) => text).join('')
  const whole = city.join('')
  if (run === whole) return true
  return (
    run.length >= SHORTEST_CUT &&
    whole.startsWith(run) &&
    isCut({ words, end, where: { city, country: null }, ...tailed })
  )
}
