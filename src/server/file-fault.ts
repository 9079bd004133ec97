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

/** Why the system refuses a file: the end of a sentence that names it. */
export function fileFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return ('code' in error && words[String(error.code)]) || error.message
}
