/** A workbook that can't be read, with the message for the person who uploaded it. */
export class WorkbookRefusal extends Error {
  override readonly name = 'WorkbookRefusal';
}
