import { useEffect, useRef, useState } from 'react'
import { instantError, parseInstant, zoneName, type Zone } from '../../../format/time.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { TextField } from '../../../ui/inputs/field.tsx'
import styles from './toolbar.module.css'

/** Date input that scrolls to a date: in the user's time zone, applied on Enter. Alt+G focuses it. */
export function GoToDate({ zone, onGo }: { zone: Zone; onGo: (instant: bigint) => void }) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyG') return
      event.preventDefault()
      box.current?.querySelector('input')?.focus()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  const go = () => {
    if (text.trim() === '') return
    const instant = parseInstant(text, zone)
    setWrong(instant === undefined || instant < 0n)
    if (instant !== undefined && instant >= 0n) onGo(instant)
  }
  return (
    <div ref={box} className={styles.date}>
      <TextField
        label={`Go to date, ${zoneName(zone)}`}
        hideLabel
        value={text}
        onChange={(value) => {
          setText(value)
          setWrong(false)
        }}
        placeholder="Go to 2026-11-16 12:00"
        onKeyDown={(event) => {
          if (event.key === 'Enter') go()
        }}
        error={wrong ? instantError('The date', text) : undefined}
        end={
          <button type="button" className={styles.go} aria-label="Go to this date" title="Alt G" onClick={go}>
            <Icon name="calendar" />
          </button>
        }
      />
    </div>
  )
}
