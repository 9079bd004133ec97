const words: Readonly<Record<string, string>> = {
  EACCES: 'that is not allowed',
  EEXIST: 'something of that name is there already',
  EISDIR: 'it is a directory',
  ELOOP: 'its links lead to themselves',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such file or directory',
  ENOSPC: 'its disk is full',
  ENOTDIR: 'a part of its path is no directory',
  EPERM: 'that is not allowed',
  EROFS: 'its file system is read-only',
}

/** The system's name for an error, such as `ENOENT`; empty for an error without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Why the system refuses a file: the end of a sentence that names it. */
export const fileFault = (error: unknown): string =>
  error instanceof Error ? words[codeOf(error)] || error.message : String(error)
