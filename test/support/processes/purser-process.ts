/** The command `purser` as tests run it. */
import '../patient-deadlines.ts'
import '../../../src/cli/main.ts'
