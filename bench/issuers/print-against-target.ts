interface Bar {
  readonly most?: number
  readonly least?: number
  /** True if a slow machine alone can miss the bar. Then a miss is only printed. */
  readonly ofMachine?: boolean
}

/** Prints a figure beside its target. The exit code is 1 if the target is missed and a slow machine cannot be the reason. */
export function printFigureAgainstTarget(
  what: string,
  figure: number | null,
  { most, least, ofMachine = false }: Bar = {},
): void {
  const isBroken = (most !== undefined && (figure ?? Infinity) > most) || (least !== undefined && (figure ?? 0) < least)
  const bar = most !== undefined ? `at most ${most}` : least !== undefined ? `at least ${least}` : ''
  const shown = figure === null ? 'none' : String(Math.round(figure * 100) / 100)
  console.log(
    `${what.padEnd(72)} ${shown.padStart(9)}  ${bar.padEnd(14)}${isBroken ? (ofMachine ? ' missed' : ' BROKEN') : ''}`.trimEnd(),
  )
  if (isBroken && !ofMachine) process.exitCode = 1
}
