/** Whether `npm run fuzz` runs the suites at length. */
export const isLong: boolean = process.env['LYRA_FUZZ'] === 'long'

/** How much of something a run does: the share of `.ci/run`, or the long one of `npm run fuzz`. */
export const share = (short: number, long: number): number => (isLong ? long : short)

/** Prints a figure of docs/reliability.md: vitest keeps `console.log` to itself where tests pass. */
export const figure = (text: string): void => void process.stdout.write(`figure: ${text}\n`)
