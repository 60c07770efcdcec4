/** Thrown where a message can't be signed; the message is for people and holds no key. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}
