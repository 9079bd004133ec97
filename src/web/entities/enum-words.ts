/** `STATE_ACTIVE`, `TRADING_MODE_CONTINUOUS` and `STATUS_ENABLED` in words. */
export const enumWords = (name: string): string =>
  name
    .replace(/^(STATE|TRADING_MODE|STATUS)_/, '')
    .toLowerCase()
    .replaceAll('_', ' ')
