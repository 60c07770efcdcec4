/** A PDF that is not read, with the sentence for the person who uploaded it. */
export class PdfRefusal extends Error {
  override readonly name = 'PdfRefusal';
}
