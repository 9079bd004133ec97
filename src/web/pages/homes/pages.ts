// One chunk for the four: each is small, and they share most of their parts.
export { AssetPage } from './asset-page.tsx'
export { BlockPage } from './block-page.tsx'
export { EpochPage } from './epoch-page.tsx'
export { TeamPage } from './team-page.tsx'
