export { MembershipLanes } from './membership-lanes.tsx'
export { joinedWords, membershipsOf } from './memberships.ts'
export { refereeHistoryQuery } from './query.ts'
