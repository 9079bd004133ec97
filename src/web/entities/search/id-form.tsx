import { useState, type ReactNode } from 'react'
import { parseCandleId } from '../../../wire/candles.ts'
import { idWarning, pastedIds } from '../../format/id.ts'
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
  /** Several pasted ids are all chosen, one after the other. */
  takesSeveral?: boolean
  /** Of the button that shows what was typed, which is there without other buttons. */
  variant?: ButtonProps['variant']
  children?: ReactNode
}

/** Asks for one party or market: by its id, its name in this browser or on the node. */
export function IdForm(props: IdFormProps) {
  const { kind, known, className, onChoose, takesSeveral = false, variant = 'default', children, ...field } = props
  const [text, setText] = useState('')
  const several = pastedIds(text).slice(1).length > 0 ? pastedIds(text) : undefined
  const id = several ? undefined : resolveId(text, known)
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
        if (takesSeveral) for (const each of several ?? []) choose(each)
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
        warning={isCandle || (several && takesSeveral) ? undefined : idWarning(several ? text : id)}
      />
      {children ?? (
        <Button type="submit" variant={variant} disabled={id === undefined}>
          Show
        </Button>
      )}
    </form>
  )
}
