import { useContext, useState, type ReactNode } from 'react'
import { TabStop } from '../inputs/tab-stop.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

export interface ExactProps {
  /** The exact value in full; undefined where there is none. */
  exact: string | undefined
  /** What is shown: rounded, scaled or shortened. */
  children: ReactNode
  className?: string | undefined
  'data-sign'?: 'in' | 'out' | undefined
  'data-direction'?: string | undefined
}

/**
 * A shown value with its exact one: on hover as title, on focus (by key or touch) as a tooltip, and as accessible description.
 * Inside a grid it is no stop of its own: the grid shows the exact values of its active cell.
 */
export function Exact({ exact, children, ...rest }: ExactProps) {
  const inGrid = useContext(TabStop) === -1
  if (inGrid || exact === undefined || exact === '' || exact === children) {
    return (
      <span title={exact} {...rest}>
        {children}
      </span>
    )
  }
  return (
    <FocusableExact exact={exact} {...rest}>
      {children}
    </FocusableExact>
  )
}

function FocusableExact({ exact, children, ...rest }: ExactProps & { exact: string }) {
  const [anchor, setAnchor] = useState<Element>()
  return (
    // Without a role: a cell or a term around it keeps the shown text as its name. It does nothing when pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
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
