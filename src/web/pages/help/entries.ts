import { glossary } from '../../entities/field-glossary.ts'
import { terms } from '../../entities/terms.ts'
import { gaugeLabels, type GaugeName } from '../../../wire/spam/spam-gauges.ts'
import { counterEntries } from '../../features/spam-statistics/index.ts'
import type { Entry } from '../../ui/overlays/explain.tsx'

/** Every explanation of the dashboard: terms of the field, counters, and fields of records that are no term. */
export const entries: readonly Entry[] = [
  ...Object.values(terms).filter((entry) => entry !== terms.states),
  ...Object.entries(counterEntries).map(([name, entry]) => ({
    ...entry,
    title: name === 'pow' ? 'Proof-of-work counter' : gaugeLabels[name as GaugeName],
  })),
  ...Object.entries(glossary)
    .filter(([, { of }]) => of === undefined)
    .map(([path, { name, meaning, unit }]) => ({
      title: name,
      text: meaning,
      usual: unit === undefined ? path : `${path}, ${unit}`,
    })),
].toSorted((a, b) => a.title.localeCompare(b.title))
