import { listMarginModes } from '../../../wire/margin-modes.ts'
import { servePages } from '../../listing/serve-pages.ts'

servePages(listMarginModes)
