import { terminalOutputTidyRule, databaseTimeTidyRule, sqlTidyRule, clockTidyRule } from './calls.ts'
import { commentTidyRule } from './comments.ts'
import { floorTidyRule } from './floors.ts'
import { functionLengthTidyRule } from './functions.ts'
import { glossaryTidyRule } from './glossary.ts'
import { importCycleTidyRule, deadFileTidyRule } from './graph.ts'
import { layerTidyRule, sharedLibTidyRule, issuerSheetTidyRule } from './layers.ts'
import { docsContentsTidyRule, decisionNumberTidyRule, invariantTidyRule, linkTidyRule } from './links.ts'
import { installScriptTidyRule, lockIntegrityTidyRule, lockFileTidyRule } from './locks.ts'
import { migrationTidyRule } from './migrations.ts'
import { moneyTidyRule } from './money.ts'
import { fileLengthTidyRule, fileNameTidyRule, folderSizeTidyRule, testSuffixTidyRule } from './names.ts'
import { pythonLengthTidyRule } from './python.ts'
import type { TidyRule } from './repository.ts'
import { skippedTestTidyRule } from './tests.ts'
import { houseWordTidyRule } from './texts.ts'
import { sharedNameTidyRule } from './shared-names.ts'
import { machineNameTidyRule, unfinishedTidyRule } from './words.ts'

/** The rules of the repository that `node tools/tidy.ts` checks. */
export const tidyRules: readonly TidyRule[] = [
  layerTidyRule,
  sharedLibTidyRule,
  issuerSheetTidyRule,
  floorTidyRule,
  importCycleTidyRule,
  deadFileTidyRule,
  sqlTidyRule,
  databaseTimeTidyRule,
  clockTidyRule,
  terminalOutputTidyRule,
  moneyTidyRule,
  fileNameTidyRule,
  testSuffixTidyRule,
  skippedTestTidyRule,
  fileLengthTidyRule,
  folderSizeTidyRule,
  functionLengthTidyRule,
  pythonLengthTidyRule,
  glossaryTidyRule,
  commentTidyRule,
  houseWordTidyRule,
  sharedNameTidyRule,
  unfinishedTidyRule,
  machineNameTidyRule,
  linkTidyRule,
  docsContentsTidyRule,
  invariantTidyRule,
  decisionNumberTidyRule,
  lockIntegrityTidyRule,
  lockFileTidyRule,
  installScriptTidyRule,
  migrationTidyRule,
]
