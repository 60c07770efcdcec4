import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { usePageActive } from '@/session/tabs/pageState';
import { errorDuration } from '@contract/constants';
import { type AnyRow, labelOf } from '@contract/entity';
import { parseFormAddress, formQuery } from '@contract/fields/formAddress';
import { isClosedTo } from '../listAbilities';
import type { Ability } from '../page';
import type { ListEditorModel } from '../useListEditor';

interface FormInAddressOptions {
  /** An embedded list ignores the address. */
  readonly embedded: boolean;
  readonly abilities: ReadonlySet<Ability>;
  readonly isAdmin: boolean;
  /** Opens the row read-only: if the address requests it, or if the person can't edit the row. */
  readonly openRow: (row: AnyRow) => void;
}

/**
 * Opens the row that the address names (`contract/formAddress`), in the form at a field or read-only. A row that the
 * person may not edit opens read-only with the reason. A form with unsaved changes is left only after the person
 * confirms. The parameters are removed from the address at once, so that a closed form does not reopen.
 */
export function useFormInAddress(
  editor: ListEditorModel,
  { embedded, abilities, isAdmin, openRow }: FormInAddressOptions,
): void {
  const [search, setSearch] = useSearchParams();
  const isActive = usePageActive();
  const requestedForm = embedded ? null : parseFormAddress(search);
  const key =
    requestedForm && isActive && editor.ready
      ? `${requestedForm.row} ${requestedForm.read ? 'read' : 'edit'} ${requestedForm.field ?? ''}`
      : '';

  const open = async (id: number, field: string | null, isForReading: boolean) => {
    const { entity, title } = editor.page;
    if (!isForReading && editor.action === 'edit' && editor.state.row?.id === id) return editor.setFocus(field);
    const row = await editor.api.get(id);
    if (!(await editor.mayLeaveForm())) return;
    if (isForReading) return openRow(row as AnyRow);
    const lockReason = abilities.has('edit')
      ? isClosedTo(entity, row as AnyRow, isAdmin, 'edit')
      : `您没有编辑${title ?? entity.label}的权限，请由有权限的人员${field ? `填写“${labelOf(entity, field)}”` : '填写'}`;
    if (lockReason) {
      openRow(row as AnyRow);
      feedback.notify('warning', lockReason, { duration: errorDuration });
      return;
    }
    await editor.openForm('edit', row as AnyRow);
    editor.setFocus(field);
  };
  const latest = useRef(open);
  useEffect(() => {
    latest.current = open;
  });

  useEffect(() => {
    if (!key) return;
    const [row = '', mode = '', field = ''] = key.split(' ');
    setSearch(
      (previousParams) => {
        const remainingParams = new URLSearchParams(previousParams);
        for (const name of Object.values(formQuery)) remainingParams.delete(name);
        return remainingParams;
      },
      { replace: true, preventScrollReset: true },
    );
    void succeeded(latest.current(Number(row), field || null, mode === 'read'));
  }, [key, setSearch]);
}
