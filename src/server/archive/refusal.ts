/** Why an archive is not imported, as a sentence for the user. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}
