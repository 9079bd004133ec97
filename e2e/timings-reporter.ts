import { mkdirSync, writeFileSync } from 'node:fs'
import type { FullConfig, Reporter, Suite, TestCase } from 'playwright/types/testReporter'

/** Writes the seconds of every test to test-results/timings.json and prints the ten slowest. */
class TimingsReporter implements Reporter {
  #suite: Suite | undefined

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#suite = suite
  }

  onEnd(): void {
    const secondsOf = ({ results }: TestCase): number => results.reduce((sum, { duration }) => sum + duration, 0) / 1000
    const timings = (this.#suite?.allTests() ?? [])
      .map((test) => ({ seconds: secondsOf(test), test: test.titlePath().slice(2).join(' › ') }))
      .toSorted((one, other) => other.seconds - one.seconds)
    mkdirSync('test-results', { recursive: true })
    writeFileSync('test-results/timings.json', JSON.stringify(timings, undefined, 1))
    console.log('Slowest tests:')
    for (const { seconds, test } of timings.slice(0, 10)) console.log(`  ${seconds.toFixed(1)} s  ${test}`)
  }
}

export default TimingsReporter
