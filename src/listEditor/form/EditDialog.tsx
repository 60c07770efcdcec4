import { latePart } from '@/lib/latePart';
import type { ListEditorModel } from '../useListEditor';

const EditForm = latePart<{ editor: ListEditorModel }>(async () => (await import('./EditForm')).EditForm);

/** The form of add, edit, copy and paste. Inputs and rules weigh as much as the list, which is shown without them. */
export function EditDialog({ editor }: { editor: ListEditorModel }) {
  return <EditForm wanted={editor.action !== null} editor={editor} />;
}

EditDialog.prefetch = EditForm.prefetch;
