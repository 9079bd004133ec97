import { useState, type ReactNode } from 'react'
import { parseCandleId } from '../../../wire/candles.ts'
import { idWarning } from '../../format/id.ts'
import { Button, type ButtonProps } from '../../ui/inputs/button.tsx'
import { Combobox, type ComboboxProps } from '../../ui/inputs/combobox.tsx'
import type { ComboboxOption } from '../../ui/inputs/use-combobox.ts'
import { type KnownEntities, resolveId, suggestionsFor } from './resolve-search.ts'

type FieldProps = Pick<ComboboxProps<ComboboxOption>, 'label' | 'hideLabel' | 'placeholder' | 'hint' | 'autoFocus'>

interface IdFormProps extends FieldProps {
  kind: 'party' | 'market'
  known: KnownEntities
  className: string | undefined
  /** Called with the id that was typed, pasted or picked; a candle id too where a market is meant. */
  onChoose: (id: string) => void
  /** Of the button that shows what was typed, which is there without other buttons. */
  variant?: ButtonProps['variant']
  children?: ReactNode
}

/** Asks for one party or market: by its id, its name in this browser or on the node. */
export function IdForm({ kind, known, className, onChoose, variant = 'default', children, ...field }: IdFormProps) {
  const [text, setText] = useState('')
  const id = resolveId(text, known)
  const isCandle = kind === 'market' && parseCandleId(id ?? '') !== undefined
  const choose = (chosen: string | undefined) => {
    if (chosen === undefined) return
    setText('')
    onChoose(chosen)
  }
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        choose(id)
      }}
    >
      <Combobox
        {...field}
        mono
        opensOnFocus
        text={text}
        onText={setText}
        groups={suggestionsFor(text, kind, known)}
        listLabel={kind === 'party' ? 'Known parties' : 'Markets'}
        onPick={({ key }) => choose(key)}
        warning={isCandle ? undefined : idWarning(id)}
      />
      {children ?? (
        <Button type="submit" variant={variant} disabled={id === undefined}>
          Show
        </Button>
      )}
    </form>
  )
}
