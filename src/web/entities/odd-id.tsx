import { isId, notAnId } from '../format/id.ts'
import { Notice } from '../ui/feedback/notice.tsx'

/** Above a page whose address has an id that does not look like one. The node decides, so the page is shown. */
export const OddId = ({ id }: { id: string }) =>
  isId(id) ? null : <Notice state="watch">{notAnId}. Here is what the node returns for it.</Notice>
