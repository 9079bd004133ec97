/** An invalid command line; the message is a sentence that names the option. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
