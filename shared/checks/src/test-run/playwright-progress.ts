import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from 'playwright/types/testReporter'
import { suiteLine } from './progress.ts'

/** Playwright's reporter for `npm test`: a line for each journey that has ended. */
export default class PlaywrightProgress implements Reporter {
  #done = 0
  #total = 0
  #root = ''

  onBegin(config: FullConfig, suite: Suite): void {
    this.#root = config.rootDir
    this.#total = suite.allTests().length
  }

  onTestEnd(test: TestCase): void {
    const suite = `${relative(this.#root, test.location.file)}:${test.location.line}`
    this.#done += 1
    const failures = test.outcome() === 'unexpected' ? [`${suite}: ${test.title}`] : []
    console.log(suiteLine({ done: this.#done, total: this.#total, suite, failures }))
  }

  printsToStdio(): boolean {
    return true
  }
}
