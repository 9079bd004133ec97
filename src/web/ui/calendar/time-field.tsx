import { useState } from 'react'
import { formatInstant, instantError, parseInstant, wholeSecond, zoneName, type Zone } from '../../format/time.ts'
import { useZone } from '../../preferences/use-preferences.ts'
import { TextField } from '../inputs/field.tsx'

const shown = (ns: string | undefined, zone: Zone): string =>
  ns === undefined ? '' : zone === 'raw' ? ns : formatInstant(ns, zone, { name: false, offset: true })

/** The same instant in the other zone: UTC for local time and the other way round. */
const inOtherZone = (ns: string | undefined, zone: Zone): string =>
  ns === undefined ? '' : `${formatInstant(ns, zone === 'utc' ? 'local' : 'utc')} · `

/** A time typed in the zone of the page; the address gets it in nanoseconds as soon as it can be read. */
export function TimeField(props: {
  label: string
  ns: string | undefined
  onRead: (ns: string | undefined) => void
  /** Whether the text is a time, or empty. */
  onReadable?: (readable: boolean) => void
  note: string
}) {
  const zone = useZone()
  const [draft, setDraft] = useState<string>()
  const text = draft ?? shown(props.ns, zone)
  const read = text.trim() === '' ? undefined : parseInstant(text, zone)
  const unreadable = text.trim() !== '' && read === undefined
  const finer = read !== undefined && read !== wholeSecond(read)
  return (
    <TextField
      label={`${props.label}, ${zoneName(zone, read)}`}
      value={text}
      placeholder="2026-11-21 00:00:00"
      hint={inOtherZone(props.ns, zone) + props.note}
      {...(finer ? { warning: 'Whole seconds only: the fraction is dropped.' } : {})}
      {...(unreadable ? { error: instantError(props.label, text) } : {})}
      onChange={(value) => {
        setDraft(value)
        const instant = parseInstant(value, zone)
        props.onReadable?.(value.trim() === '' || instant !== undefined)
        if (value.trim() === '') props.onRead(undefined)
        else if (instant !== undefined) props.onRead(wholeSecond(instant).toString())
      }}
      onBlur={() => {
        if (!unreadable) setDraft(undefined)
      }}
    />
  )
}
