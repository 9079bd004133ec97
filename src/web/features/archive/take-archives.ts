import { go } from '../../router/navigate.ts'

/** Whether a drop has what may be an archive: a zip file, or a folder. */
function hasArchive({ files, items }: DataTransfer): boolean {
  return (
    [...files].some(({ name }) => /\.zip$/i.test(name)) ||
    [...items].some((item) => item.webkitGetAsEntry()?.isDirectory)
  )
}

/** Opens network-history segments that are dropped on any page, before the page itself takes the files. */
export function takeArchives(): void {
  // Without it a browser leaves the page for a dropped file.
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  })
  const drop = async (transfer: DataTransfer): Promise<void> => {
    // The files are there only until the event has ended.
    const [files, entries] = [[...transfer.files], [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])]
    const { filesOf, readArchives } = await import('./archive-state.ts')
    go('/settings')
    await readArchives(entries.length > 0 ? await filesOf(entries) : files)
  }
  addEventListener(
    'drop',
    (event) => {
      if (!event.dataTransfer || !hasArchive(event.dataTransfer)) return
      event.preventDefault()
      event.stopPropagation()
      void drop(event.dataTransfer)
    },
    { capture: true },
  )
}
