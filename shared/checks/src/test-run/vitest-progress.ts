import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'
import { suiteLine } from './progress.ts'

/** Vitest's reporter for `npm test`: a line for each file that has ended. */
export default class VitestProgress implements Reporter {
  #done = 0
  #total = 0
  #root = ''

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestRunStart(files: readonly unknown[]): void {
    this.#total = files.length
  }

  onTestModuleEnd(module: TestModule): void {
    const suite = module.moduleId.replace(`${this.#root}/`, '')
    const failed = [...module.children.allTests('failed')].map(test => `${suite}: ${test.fullName}`)
    const unloaded = failed.length === 0 && module.state() === 'failed' ? [`${suite}: could not be run`] : []
    this.#done += 1
    console.log(suiteLine({ done: this.#done, total: this.#total, suite, failures: [...failed, ...unloaded] }))
  }

  /** The json report leaves out what went wrong outside a test, such as the crash of a worker. */
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const { stack, message, cause } of errors) console.log(stack ?? message, cause?.message ?? '')
  }
}
