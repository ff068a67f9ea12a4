import { printRule, sqlNowRule, sqlRule, timeRule } from './calls.ts'
import { commentRule } from './comments.ts'
import { floorRule } from './floors.ts'
import { functionLengthRule } from './functions.ts'
import { glossaryRule } from './glossary.ts'
import { cycleRule, deadFileRule } from './graph.ts'
import { layerRule, sharedToolRule, sheetRule } from './layers.ts'
import { contentsRule, decisionRule, invariantRule, linkRule } from './links.ts'
import { installScriptRule, integrityRule, lockedRule } from './locks.ts'
import { migrationRule } from './migrations.ts'
import { moneyRule } from './money.ts'
import { fileLengthRule, fileNameRule, folderSizeRule, testSuffixRule } from './names.ts'
import { pythonRule } from './python.ts'
import type { TidyRule } from './repository.ts'
import { testRule } from './tests.ts'
import { textRule } from './texts.ts'
import { sharedNameRule } from './shared-names.ts'
import { machineRule, unfinishedRule } from './words.ts'

/** The rules of the repository. */
export const tidyRules: readonly TidyRule[] = [
  layerRule,
  sharedToolRule,
  sheetRule,
  floorRule,
  cycleRule,
  deadFileRule,
  sqlRule,
  sqlNowRule,
  timeRule,
  printRule,
  moneyRule,
  fileNameRule,
  testSuffixRule,
  testRule,
  fileLengthRule,
  folderSizeRule,
  functionLengthRule,
  pythonRule,
  glossaryRule,
  commentRule,
  textRule,
  sharedNameRule,
  unfinishedRule,
  machineRule,
  linkRule,
  contentsRule,
  invariantRule,
  decisionRule,
  integrityRule,
  lockedRule,
  installScriptRule,
  migrationRule,
]
