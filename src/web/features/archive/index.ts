// What pages may import.
export { ArchivePanel } from './archive-panel.tsx'
