import { listMarginModes } from '../../../wire/margin-modes.ts'
import { servePages } from '../../infinite-list/worker/serve-pages.ts'

servePages(listMarginModes)
