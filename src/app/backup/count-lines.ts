const LINE_END = 0x0a

export function countBackupLines(block: Buffer): number {
  let count = 0
  for (let at = block.indexOf(LINE_END); at !== -1; at = block.indexOf(LINE_END, at + 1)) count += 1
  return count
}
