/** Error with a Chinese sentence for the person who uploaded a layout. */
export class LayoutRefusal extends Error {
  override readonly name = 'LayoutRefusal';
}
