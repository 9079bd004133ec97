/** Why an archive is not imported, in one sentence for the person who asked. Nothing else is meant to be shown. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
