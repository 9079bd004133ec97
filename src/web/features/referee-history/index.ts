// What pages may import.
export { MembershipBadge } from './membership-timeline.tsx'
export { lengthWords, spanWords } from './memberships.ts'
export { countsOf, membershipsOf } from './memberships.ts'
export { refereeHistoryQuery } from './query.ts'
