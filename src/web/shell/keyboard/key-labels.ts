/** A shortcut's keys as they are printed on this machine: `mod+k` is two caps, so is `g m`. */
export function printed(keys: string): string[] {
  const command = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'
  return keys.split(' ').flatMap((part) => {
    const [key = '', mod] = part.length > 1 ? part.split('+').reverse() : [part]
    return mod === undefined ? [key] : [mod === 'mod' ? command : mod, key.toUpperCase()]
  })
}
