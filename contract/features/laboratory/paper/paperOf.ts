import type { PrintDocument } from '@contract/print/document';
import { methods } from '../methods/catalogue';
import { methodSheets } from '../methods/sheets/registry';
import type { MethodSheet } from '../methods/sheets/sheet';
import { blankDocument, formOf, recordDocument } from './recordDocument';
import type { PrintedRecord, RecordForm } from './recordParts';

/** A paper of a record: filled where it is the record's own form, else the form alone. */
export interface Paper {
  readonly document: PrintDocument;
  readonly form: RecordForm;
  readonly blank: boolean;
  /** The form is another way's than the record's. */
  readonly foreign: boolean;
}

/**
 * The layout of a preview page: a method with several has one a layout, with one it prints whichever the record has.
 * Null for a part that there is not.
 */
export function layoutOfPart({ method, layout }: RecordForm, part: string): string | null {
  const previews: readonly { readonly key: string }[] = methods.find(({ key }) => key === method)?.pages.previews ?? [];
  if (previews.length <= 1) return part === 'main' ? layout : null;
  const sheet: MethodSheet = methodSheets[method];
  return sheet.layouts.some(({ key }) => key === part) ? part : null;
}

/** Null for a part that the method has not. */
export function paperOf(record: PrintedRecord, part: string, blank: boolean, hover = true): Paper | null {
  const own = formOf(record.work);
  const layout = layoutOfPart(own, part);
  if (layout === null) return null;
  const [form, foreign] = [{ ...own, layout }, layout !== own.layout];
  const empty = blank || foreign;
  return {
    form,
    foreign,
    blank: empty,
    document: empty ? blankDocument(form, record.parts) : recordDocument(record, hover),
  };
}
