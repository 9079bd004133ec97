import { useState } from 'react'
import { AssetChoice } from '../../../entities/asset/choice.tsx'
import { useZone } from '../../../preferences/use-preferences.ts'
import { zoneName } from '../../../format/time.ts'
import { Exact } from '../../../ui/display/exact.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { csvTime, signedAmount } from '../../ledger-export/format-bytes.ts'
import { typeWords } from '../../../ledger/rows/groups.ts'
import { previewOf } from '../../ledger-export/panels/preview-rows.ts'
import type { Summary } from '../../../ledger/engine/view.ts'
import styles from '../page.module.css'

/** The shown rows of one asset that change what the party holds by the most. */
export function LargestPanel({
  summary,
  party,
  decimals,
}: {
  summary: Summary
  party: string
  decimals: Readonly<Record<string, number>>
}) {
  const zone = useZone()
  const { largest } = summary
  const [chosen, setChosen] = useState<string>()
  const assets = [...new Set(largest.map(({ asset }) => asset))]
  const asset = assets.find((one) => one === chosen) ?? assets[0]
  if (asset === undefined) return null
  const lines = largest.filter((one) => one.asset === asset).map(({ line }) => line)
  return (
    <Panel
      flush
      title="Largest movements"
      end={<AssetChoice label="Asset of the largest movements" assets={assets} value={asset} onChange={setChosen} />}
    >
      <Table
        label="Largest movements"
        head={
          <>
            <th scope="col">Block time, {zoneName(zone)}</th>
            <th scope="col" className={styles.amount}>
              Effect
            </th>
            <th scope="col">Type</th>
          </>
        }
      >
        {previewOf(lines, party).map((row, place) => (
          <tr key={`${asset} ${place}`}>
            <td>
              <Exact exact={row.vega_time}>{csvTime(row.vega_time, zone, { precision: 'minute', name: false })}</Exact>
            </td>
            <td className={styles.amount} data-sign={row.effect.startsWith('-') ? 'out' : 'in'}>
              <Exact exact={`${row.effect} raw`}>{signedAmount(BigInt(row.effect), decimals[asset])}</Exact>
            </td>
            <td>{typeWords(row.transfer_type)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}
