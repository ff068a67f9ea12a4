import { startPurser } from '../support/processes/start-purser.ts'
import { playStories } from './stories.ts'

playStories(() => startPurser({ PURSER_TEST_CLOCK: 'true' }))
