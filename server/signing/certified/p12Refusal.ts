/** A certificate file that can't be used, with the message for the person who uploaded it. */
export class P12Refusal extends Error {
  override readonly name = 'P12Refusal';
}
