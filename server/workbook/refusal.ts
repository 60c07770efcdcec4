/** A workbook that is not read, with the sentence for the person who uploaded it. */
export class WorkbookRefusal extends Error {
  override readonly name = 'WorkbookRefusal';
}
