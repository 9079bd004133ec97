// What pages may import.
export { Fraction, ModeLozenge } from './columns.tsx'
export { leverageOf } from './leverage.ts'
export { marginModesQuery } from './query.ts'
export { Leverage, ModeShare } from './side.tsx'
export { marginLine, summarise, type ModeSummary } from './summary.ts'
