/** The meaning of a member of a record, and the unit of its value. */
export interface Meaning {
  name: string
  meaning: string
  unit?: string
}

/** Members that a details drawer can show, by their dotted name on the wire (interface.md 2.2 to 2.4, wire.md 7, 8). */
export const glossary: Readonly<Record<string, Meaning>> = {
  marketId: { name: 'Market', meaning: 'The market that this record belongs to.' },
  partyId: { name: 'Party', meaning: 'The public key that this record belongs to.' },

  marginMode: {
    name: 'Margin mode',
    meaning: 'Cross draws on the whole general account; isolated sets margin aside for this market alone.',
  },
  marginFactor: {
    name: 'Margin factor',
    meaning: 'Share of the notional position that is set aside. Recorded in isolated mode only.',
    unit: 'fraction',
  },
  minTheoreticalMarginFactor: {
    name: 'Min margin factor',
    meaning: 'The smallest factor the risk model would allow. Networks before a later release never record it.',
    unit: 'fraction',
  },
  maxTheoreticalLeverage: {
    name: 'Max leverage',
    meaning: 'The highest leverage the risk model would allow. Networks before a later release never record it.',
    unit: 'multiple',
  },
  atEpoch: { name: 'Since epoch', meaning: 'The epoch in which this mode was recorded.', unit: 'epoch' },

  teamId: { name: 'Team', meaning: 'The team that was joined. A team that the party created counts as joined.' },
  joinedAt: {
    name: 'Joined at',
    meaning: 'When the membership began. A change of team takes effect at the start of an epoch.',
    unit: 'Unix nanoseconds',
  },
  joinedAtEpoch: { name: 'Joined at epoch', meaning: 'The epoch in which the membership began.', unit: 'epoch' },

  'feeShare.party': { name: 'Fee share of', meaning: 'The provider that the fee share belongs to.' },
  'feeShare.equityLikeShare': {
    name: 'Equity-like share',
    meaning: "The provider's part of the market by committed stake and time of entry. All providers add up to 1.",
    unit: 'fraction',
  },
  'feeShare.averageEntryValuation': {
    name: 'Average entry valuation',
    meaning: 'The value of the market when the stake was committed, averaged over commitments. Lower is earlier.',
    unit: 'settlement asset',
  },
  'feeShare.averageScore': {
    name: 'Liquidity score',
    meaning: 'How close to the price the orders stood, averaged over the fee period. Higher earns more.',
    unit: 'fraction',
  },
  'feeShare.virtualStake': {
    name: 'Virtual stake',
    meaning: 'The stake after it has grown with the market. The equity-like share follows from it.',
    unit: 'settlement asset',
  },
  'sla.party': { name: 'Service level of', meaning: 'The provider that the service level belongs to.' },
  'sla.currentEpochFractionOfTimeOnBook': {
    name: 'Time on book, this epoch',
    meaning: 'Part of the epoch so far in which both sides met what is required. It may pass 1 by a little.',
    unit: 'fraction',
  },
  'sla.lastEpochFractionOfTimeOnBook': {
    name: 'Time on book, last epoch',
    meaning: 'The same for the epoch before this one.',
    unit: 'fraction',
  },
  'sla.lastEpochFeePenalty': {
    name: 'Fee penalty, last epoch',
    meaning: 'Part of the earned fees that was taken for too little time on book.',
    unit: 'fraction',
  },
  'sla.lastEpochBondPenalty': {
    name: 'Bond penalty, last epoch',
    meaning: 'Part of the bond that was taken for too little time on book.',
    unit: 'fraction',
  },
  'sla.hysteresisPeriodFeePenalties': {
    name: 'Remembered fee penalties',
    meaning: 'Fee penalties of past epochs that still weigh on the next one.',
    unit: 'fractions',
  },
  'sla.requiredLiquidity': {
    name: 'Required liquidity',
    meaning: 'What must stand on each side of the book within the price range.',
    unit: 'settlement asset',
  },
  'sla.notionalVolumeBuys': {
    name: 'Offered, buys',
    meaning: 'What stands on the buying side within the price range.',
    unit: 'settlement asset',
  },
  'sla.notionalVolumeSells': {
    name: 'Offered, sells',
    meaning: 'What stands on the selling side within the price range.',
    unit: 'settlement asset',
  },
}

/** A leaf of a record: its dotted name and its value as text; undefined for null or an absent member. */
export interface Leaf {
  path: string
  value: string | undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The leaves of a record in their order; lists are joined with commas. */
export function leavesOf(record: unknown, prefix = ''): Leaf[] {
  if (!isRecord(record)) return []
  return Object.entries(record).flatMap(([name, value]): Leaf[] => {
    const path = prefix + name
    if (isRecord(value)) return leavesOf(value, `${path}.`)
    if (value === null || value === undefined) return [{ path, value: undefined }]
    return [{ path, value: Array.isArray(value) ? value.join(', ') : textOf(value) }]
  })
}

/** The leaves of a record, then the `expected` members that it lacks. */
export function factsOf(record: unknown, expected: readonly string[]): Leaf[] {
  const leaves = leavesOf(record)
  const has = (path: string) => leaves.some((leaf) => leaf.path === path || leaf.path.startsWith(`${path}.`))
  return [...leaves, ...expected.filter((path) => !has(path)).map((path) => ({ path, value: undefined }))]
}
