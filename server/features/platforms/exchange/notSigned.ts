/** Error if a message can't be signed. Its text is for people and contains no key. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}
