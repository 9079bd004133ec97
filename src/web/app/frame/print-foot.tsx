import { formatInstant, fromMilliseconds } from '../../format/time.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import styles from './print-foot.module.css'

export function PrintFoot() {
  const zone = useZone()
  const printedAt = usePrinting()
  if (printedAt === undefined) return null
  return (
    <p className={styles.foot}>
      {location.href} · printed {formatInstant(fromMilliseconds(printedAt), zone === 'raw' ? 'UTC' : zone)}
    </p>
  )
}
