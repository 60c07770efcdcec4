import { acceptAnswer } from '@/api/acceptAnswer';
import { client } from '@/api/client';
import { withShownVersions } from '@/api/crudClient';
import { feedback } from '@/lib/feedback';
import type { Action } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { labMethod } from '@contract/features/library/entities/labMethod';
import { hiddenTexts } from '@contract/features/library/hiddenMethodTexts';
import { permissionOf } from '@contract/permissions';
import type { Answer } from '@contract/wire';

const isCommon = (row: AnyRow): boolean => row.organizationId === null;

function hideAction(hidden: boolean): Action {
  return {
    key: hidden ? 'hide' : 'show',
    label: hidden ? hiddenTexts.hide : hiddenTexts.show,
    place: 'selection',
    permission: [permissionOf(labMethod, 'status')],
    ...(hidden ? { confirm: (rows: readonly AnyRow[]) => hiddenTexts.ask(rows.length) } : {}),
    // Only a list of hidden methods marks its rows (`hidden`).
    enabled: (rows) => rows.length > 0 && rows.every((row) => isCommon(row) && Boolean(row.hidden) !== hidden),
    async run({ rows, editor }) {
      const { data } = await client.put<Answer>(`${labMethod.path}/hidden`, { rows: withShownVersions(rows), hidden });
      acceptAnswer(data);
      feedback.notify('success', data.message);
      editor.clearSelection();
      await editor.refresh();
    },
  };
}

/** Actions with which an organization hides common methods, and shows them again. */
export const hideActions: readonly Action[] = [hideAction(true), hideAction(false)];
