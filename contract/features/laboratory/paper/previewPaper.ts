import { currentEdition } from '@contract/print/paperEdition';
import type { PrintDocument } from '@contract/print/printDocument';
import { methods } from '../methods/methodCatalogue';
import type { MethodSheet } from '../methods/sheets/methodSheet';
import { methodSheets } from '../methods/sheets/methodSheets';
import { blankDocument, formOf, recordDocument } from './labRecordDocument';
import type { PrintedRecord, RecordForm } from './recordParts';

/** A paper of a record: the filled form of the record itself, or a blank form. */
export interface PreviewPaper {
  readonly document: PrintDocument;
  readonly form: RecordForm;
  readonly blank: boolean;
  /** The form belongs to another layout than the record's. */
  readonly foreign: boolean;
}

/**
 * Returns the layout of a preview page: a method with several previews has one per layout; a method with a single
 * preview prints the record's layout. Null for an unknown part.
 */
function layoutOfPart({ method, layout }: RecordForm, part: string): string | null {
  const previews: readonly { readonly key: string }[] = methods.find(({ key }) => key === method)?.pages.previews ?? [];
  if (previews.length <= 1) return part === 'main' ? layout : null;
  const sheet: MethodSheet = methodSheets[method];
  return sheet.layouts.some(({ key }) => key === part) ? part : null;
}

/**
 * Returns the paper; null for a part that the method does not have.
 * @param part key of the preview page
 * @param blank true for the empty form
 * @param hover true if calculated cells show their unrounded value under the pointer
 */
export function previewPaper(record: PrintedRecord, part: string, blank: boolean, hover = true): PreviewPaper | null {
  const ownForm = formOf(record);
  const layout = layoutOfPart(ownForm, part);
  if (layout === null) return null;
  const isOtherLayout = layout !== ownForm.layout;
  const hasNoValues = blank || isOtherLayout;
  const form = { ...ownForm, layout, edition: hasNoValues ? currentEdition : ownForm.edition };
  return {
    form,
    foreign: isOtherLayout,
    blank: hasNoValues,
    document: hasNoValues ? blankDocument(form, record.parts) : recordDocument(record, hover),
  };
}
