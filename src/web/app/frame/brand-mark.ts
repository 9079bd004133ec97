/** The constellation of six stars, drawn inside a view box of "2 1 22 22"; for React and for the frame that is drawn before it. */
export const brandMark =
  '<path d="M6 4.5 13.1 5.4 9.1 9.3ZM9.1 9.3 11.5 19.4 18.1 18.1 15.7 8.1Z" fill="none" stroke="currentColor" ' +
  'stroke-width="1.25" stroke-linejoin="round" opacity="0.55"/><g fill="currentColor"><circle cx="6" cy="4.5" r="2.8"/>' +
  '<circle cx="13.1" cy="5.4" r="1.4"/><circle cx="9.1" cy="9.3" r="1.5"/><circle cx="15.7" cy="8.1" r="1.3"/>' +
  '<circle cx="11.5" cy="19.4" r="1.7"/><circle cx="18.1" cy="18.1" r="1.7"/></g>'
