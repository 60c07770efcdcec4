/** A PDF that can't be read, with the message for the person who uploaded it. */
export class PdfRefusal extends Error {
  override readonly name = 'PdfRefusal';
}
