// What pages may import.
export { MembershipBadge } from './membership-badge.tsx'
export { lengthWords, spanWords } from './membership-words.ts'
export { countsOf, membershipsOf } from './memberships.ts'
export { refereeHistoryQuery } from './query.ts'
