/** Prints the folder of the Node that this checkout brings, to be put first in PATH. Exit code 2 and one line where there is none. */
import { dirname } from 'node:path'
import { findNode } from './find-node.mjs'

const { path, problem } = findNode()
if (path === undefined) {
  console.error(`purser: ${problem}`)
  process.exitCode = 2
} else console.log(dirname(path))
