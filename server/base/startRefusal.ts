/** A start that cannot succeed: `main` prints the sentence alone and ends with exit code 1. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
