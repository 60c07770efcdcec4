import { deferredPart } from '@/lib/deferredPart';
import type { ListEditorModel } from '../useListEditor';

const EditForm = deferredPart<{ editor: ListEditorModel }>(async () => (await import('./EditForm')).EditForm);

/**
 * Form of add, edit, copy and paste. Its code is loaded separately: inputs and rules are as large as the list itself.
 */
export function EditDialog({ editor }: { editor: ListEditorModel }) {
  return <EditForm wanted={editor.action !== null} editor={editor} />;
}

EditDialog.prefetch = EditForm.prefetch;
