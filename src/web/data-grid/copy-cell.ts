import { copyText } from '../ui/inputs/clipboard.ts'

/** Copies the exact value of a cell and reports it in a toast. */
export async function copyCell(header: string, value: string): Promise<void> {
  const copied = await copyText(value)
  const { toast } = await import('../ui/overlays/toast.tsx')
  toast(copied ? `${header} copied` : 'This browser does not let pages copy here')
}
