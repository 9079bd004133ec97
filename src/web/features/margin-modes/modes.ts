/** The margin modes on the wire. */
export const cross = 'MARGIN_MODE_CROSS_MARGIN'
export const isolated = 'MARGIN_MODE_ISOLATED_MARGIN'
