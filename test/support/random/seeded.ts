// This file runs for each test file: properties draw their values from the seed of the run.
import fc from 'fast-check'
import { RANDOM_SEED } from './seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: RANDOM_SEED })
