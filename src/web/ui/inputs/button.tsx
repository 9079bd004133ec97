import { useContext, type ButtonHTMLAttributes, type ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import styles from './button.module.css'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icons/icon.tsx'
import { TabStop } from './tab-stop.ts'

type Variant = 'default' | 'primary' | 'bare'

interface Look {
  /** Primary at most once per page. */
  variant?: Variant
  icon?: IconName
  /** Small: in the head of a panel, inside a row. */
  small?: boolean
  children?: ReactNode
}

const looks = ({ variant = 'default', small = false, children }: Look): string =>
  classNames(
    styles.button,
    variant !== 'default' && styles[variant],
    small && styles.small,
    (children === undefined || children === null) && styles.square,
  )

export type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { pressed?: boolean }

/** A button. Without children it is a square icon, which then needs `aria-label`. `pressed` makes it a switch. */
export function Button({ variant, icon, small, pressed, children, ...rest }: ButtonProps) {
  const look = { children, ...(variant && { variant }), ...(small && { small }) }
  const tabStop = useContext(TabStop)
  return (
    <button type="button" tabIndex={tabStop} {...rest} className={looks(look)} aria-pressed={pressed}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

/** A link that looks like a button; stays in the page unless told otherwise. */
export function ButtonLink(props: Look & { href: string; download?: string; target?: string; 'aria-label'?: string }) {
  const { variant, icon, small, children, ...rest } = props
  const look = { children, ...(variant && { variant }), ...(small && { small }) }
  return (
    <Anchor {...rest} className={looks(look)} {...(rest.target === '_blank' && { rel: 'noopener' })}>
      {icon && <Icon name={icon} />}
      {children}
    </Anchor>
  )
}
