import { useContext, useState, type ReactNode } from 'react'
import { TabStop } from '../inputs/anchor.tsx'
import { Tooltip } from '../overlays/tooltip.tsx'

export interface ExactProps {
  exact: string | undefined
  children: ReactNode
  className?: string | undefined
  'data-sign'?: 'in' | 'out' | undefined
  'data-direction'?: string | undefined
}

/** A rounded value with its exact one, also on focus; inside a grid, the grid says it of its active cell. */
export function Exact({ exact, children, ...rest }: ExactProps) {
  const inGrid = useContext(TabStop) === -1
  const [anchor, setAnchor] = useState<Element>()
  if (inGrid || exact === undefined || exact === '' || exact === children) {
    return (
      <span title={exact} {...rest}>
        {children}
      </span>
    )
  }
  return (
    // Without a role: a cell or a term around it keeps the shown text as its name.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it does nothing when pressed
    <span
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact value is shown on focus
      tabIndex={0}
      title={exact}
      onFocus={(event) => setAnchor(event.currentTarget)}
      onBlur={() => setAnchor(undefined)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setAnchor(undefined)
      }}
      {...rest}
    >
      {children}
      {anchor && <Tooltip text={exact} anchor={anchor} />}
    </span>
  )
}
