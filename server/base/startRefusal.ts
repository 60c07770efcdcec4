/** Error that prevents a start: `main` prints its sentence and exits with code 1. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';
}
