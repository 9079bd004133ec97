export {
  accountKey,
  type Decimals,
  type Scales,
  useAccountNames,
  useAllDecimals,
  useAssetNames,
  useScales,
} from './ledger-names.ts'
export { rowColumns, timeWidth } from './row-columns.tsx'
export { BalancePanel, TotalsPanel } from './totals-panel.tsx'
