const typing =
  'input:not([type=button], [type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'
const overlay = 'dialog[open], [role=dialog], [role=menu]'

/** Whether a key is unclaimed: no field has the focus, no overlay is open, nothing has handled it. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.repeat &&
  !event.isComposing &&
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey &&
  !(event.target instanceof Element && event.target.closest(typing)) &&
  document.querySelector(overlay) === null
