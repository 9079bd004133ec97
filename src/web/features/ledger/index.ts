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
export { agrees, BalancePanel, TotalsPanel } from './totals-panel.tsx'
