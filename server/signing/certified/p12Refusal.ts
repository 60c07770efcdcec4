/** A file of a certificate that can't be used, with the message for the person who brought it. */
export class P12Refusal extends Error {
  override readonly name = 'P12Refusal';
}
