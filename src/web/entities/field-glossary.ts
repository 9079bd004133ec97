import { terms, type TermName } from './terms.ts'

/** The meaning of a field of a record, and the unit of its value. */
export interface Meaning {
  name: string
  meaning: string
  unit?: string
  /** The term that the field is, which explains it. */
  of?: TermName
}

const termed = (of: TermName, name: string = terms[of].title): Meaning => ({ name, meaning: terms[of].text, of })

/** Fields that a details drawer can show, by their dotted name on the wire (wire.md 7, 8). */
export const glossary: Readonly<Record<string, Meaning>> = {
  marketId: { name: 'Market', meaning: 'The market this record belongs to.' },
  partyId: { name: 'Party', meaning: 'The public key this record belongs to.' },

  marginMode: {
    name: 'Margin mode',
    meaning: 'Cross draws on the whole general account; isolated sets margin aside for this market alone.',
  },
  marginFactor: { ...termed('factor'), unit: 'fraction' },
  minTheoreticalMarginFactor: {
    name: 'Min margin factor',
    meaning: 'The smallest factor the risk model allows. Older networks do not record it.',
    unit: 'fraction',
  },
  maxTheoreticalLeverage: {
    name: 'Max leverage',
    meaning: 'The highest leverage the risk model allows. Older networks do not record it.',
    unit: 'multiple',
  },
  atEpoch: { name: 'Set in epoch', meaning: 'The epoch in which this mode was recorded.', unit: 'epoch' },

  teamId: { name: 'Team', meaning: 'The team the party joined. Creating a team counts as joining it.' },
  joinedAt: {
    name: 'Joined at',
    meaning: 'When the membership began. A change of team takes effect at the start of an epoch.',
    unit: 'Unix nanoseconds',
  },
  joinedAtEpoch: { name: 'Joined at epoch', meaning: 'The epoch in which the membership began.', unit: 'epoch' },

  'feeShare.party': { name: 'Provider (fee share)', meaning: 'The provider this fee share belongs to.' },
  'feeShare.equityLikeShare': { ...termed('equityLikeShare'), unit: 'fraction' },
  'feeShare.averageEntryValuation': {
    name: 'Average entry valuation',
    meaning: 'The market\u2019s value when the stake was committed, averaged over commitments. Lower means earlier.',
    unit: 'settlement asset',
  },
  'feeShare.averageScore': { ...termed('score'), unit: 'fraction' },
  'feeShare.virtualStake': {
    name: 'Virtual stake',
    meaning: 'The stake after growing with the market. The equity-like share follows from it.',
    unit: 'settlement asset',
  },
  'sla.party': { name: 'Provider (service level)', meaning: 'The provider this service level belongs to.' },
  'sla.currentEpochFractionOfTimeOnBook': { ...termed('timeOnBook', 'Time on book, this epoch'), unit: 'fraction' },
  'sla.lastEpochFractionOfTimeOnBook': {
    name: 'Time on book, last epoch',
    meaning: 'The share of the last epoch in which the provider met its requirement on both sides.',
    unit: 'fraction',
  },
  'sla.lastEpochFeePenalty': {
    name: 'Fee penalty, last epoch',
    meaning: 'The share of earned fees lost for too little time on book.',
    unit: 'fraction',
  },
  'sla.lastEpochBondPenalty': {
    name: 'Bond penalty, last epoch',
    meaning: 'The share of the bond lost for too little time on book.',
    unit: 'fraction',
  },
  'sla.hysteresisPeriodFeePenalties': { ...termed('penaltyHistory'), unit: 'fractions' },
  'sla.requiredLiquidity': {
    name: 'Required liquidity',
    meaning: 'What the provider must offer on each side of the book within the price range.',
    unit: 'settlement asset',
  },
  'sla.notionalVolumeBuys': {
    name: 'Offered, buys',
    meaning: 'What the provider offers on the buy side within the price range.',
    unit: 'settlement asset',
  },
  'sla.notionalVolumeSells': {
    name: 'Offered, sells',
    meaning: 'What the provider offers on the sell side within the price range.',
    unit: 'settlement asset',
  },
}
