// What pages may import.
export { Fraction, ModeLozenge } from './columns.tsx'
export { leverageOf } from './leverage.ts'
export { marginLine } from './party-line.ts'
export { marginModesQuery } from './query.ts'
export { Leverage, ModeShare } from './side.tsx'
export { summarise, type ModeSummary } from './summary.ts'
