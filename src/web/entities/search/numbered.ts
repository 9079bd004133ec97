import { groupDigits } from '../../format/amount.ts'
import { linkTo } from '../../router/link-to.ts'

/** A page that a number leads to. */
export interface Numbered {
  kind: 'epoch' | 'block'
  label: string
  href: string
}

const number = /^(?:(epoch|block)\s*)?#?\s*(\d{1,3}(?:[,.\s']\d{3})+|\d{1,19})$/i

/** The epoch and the block that a typed number may mean, in digits or grouped; `block 7` is only that. */
export function numbered(text: string): Numbered[] {
  const [, word = '', digits = ''] = number.exec(text.trim()) ?? []
  const plain = digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  if (plain === '') return []
  const both: Numbered[] = [
    { kind: 'epoch', label: `Epoch ${groupDigits(plain)}`, href: linkTo('/epochs/$epoch', { epoch: plain }) },
    { kind: 'block', label: `Block ${groupDigits(plain)}`, href: linkTo('/blocks/$height', { height: plain }) },
  ]
  return word === '' ? both : both.filter(({ kind }) => kind === word.toLowerCase())
}
