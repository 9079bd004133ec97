import { copyText } from '../ui/inputs/clipboard.ts'
import { toast } from '../ui/overlays/toast.tsx'

/** Copies the exact value of a cell and reports it in a toast. */
export async function copyCell(header: string, value: string): Promise<void> {
  const copied = await copyText(value)
  toast(copied ? `${header} copied` : 'This browser does not let pages copy here')
}
