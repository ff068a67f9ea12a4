/**
 * Prints the folder of the Node that this checkout brings, which is to be put first in PATH. If there is none, the exit code is 2, with one
 * line that says so.
 */
import { dirname } from 'node:path'
import { findNode } from './find-node.mjs'

const { path, problem } = findNode()
if (path === undefined) {
  console.error(`purser: ${problem}`)
  process.exitCode = 2
} else console.log(dirname(path))
