export { accountKey, type Decimals, useAccountNames, useAllDecimals, useAssetNames } from './ledger-names.ts'
export { rowColumns, timeWidth } from './row-columns.tsx'
export { BalancePanel, TotalsPanel } from './totals-panel.tsx'
