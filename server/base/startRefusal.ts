/** A start that cannot succeed: `main` prints the sentence and exits with code 1. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
