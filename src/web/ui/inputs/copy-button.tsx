import { useEffect, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import type { IconName } from '../icons/icon.tsx'

/** The fallback for plain http pages, which lack the clipboard API: a hidden field and the copy command. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('readonly', '')
  field.className = 'visually-hidden'
  document.body.append(field)
  const focused = document.activeElement
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}

/** Copies text; false when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

const shownForMs = 2000

export interface CopyButtonProps {
  /** Undefined where there is nothing to copy: then there is no button. */
  text: string | (() => string) | undefined
  /** "Copy full id": the accessible name without children. */
  label: string
  icon?: IconName
  small?: boolean
  children?: ReactNode
}

/** Copies text, and confirms with a check for two seconds and an announcement. */
export function CopyButton({ text, label, icon = 'copy', small, children }: CopyButtonProps) {
  const [answer, setAnswer] = useState<'copied' | 'refused'>()
  useEffect(() => {
    if (!answer) return undefined
    const timer = setTimeout(() => setAnswer(undefined), shownForMs)
    return () => clearTimeout(timer)
  }, [answer])
  const words = answer === 'copied' ? 'Copied' : answer === 'refused' ? 'The browser blocked copying' : ''
  const copy = async (event: { stopPropagation: () => void }) => {
    event.stopPropagation()
    if (text === undefined) return
    const done = await copyText(typeof text === 'string' ? text : text())
    setAnswer(done ? 'copied' : 'refused')
  }
  if (text === undefined) return null
  const bare = children === undefined
  return (
    <>
      <Button
        variant={bare ? 'bare' : 'default'}
        small={small ?? bare}
        icon={answer === 'copied' ? 'check' : answer === 'refused' ? 'x' : icon}
        onClick={copy}
        aria-label={bare ? label : undefined}
        title={words || label}
      >
        {children}
      </Button>
      <output className="visually-hidden">{words}</output>
    </>
  )
}
