import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { defineAction } from '@/listEditor';
import type { AnyRow } from '@contract/entity';
import { libraryUpdate, libraryUpdateRow } from '@contract/features/library/entities/libraryUpdate';
import { filePieces, libraryFileTexts } from '@contract/features/library/libraryFile';
import { administrator } from '@contract/permissions';

/** Lets the person choose a file; null if the person cancels. */
function chosenFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** Action that loads a signed update. The update is only compared; nothing changes yet. */
export const loadUpdate = defineAction({
  key: 'load',
  label: '载入更新文件',
  place: 'toolbar',
  permission: [administrator],
  async run({ editor }) {
    const file = await chosenFile();
    if (!file) return;
    const { data } = await client.post<{ message: string }>(
      `${libraryUpdate.path}/load`,
      { file: filePieces(await file.text()) },
      { once: true },
    );
    feedback.notify('success', data.message);
    await editor.refresh();
  },
});

const areUndecided = (rows: readonly AnyRow[]): boolean => rows.length > 0 && rows.every(({ decision }) => !decision);

async function postDecision(ids: readonly number[], decision: 'accepted' | 'declined', reason?: string): Promise<void> {
  const { data } = await client.post<{ message: string }>(
    `${libraryUpdateRow.path}/decide`,
    { rows: ids, decision, ...(reason ? { reason } : {}) },
    { once: true },
  );
  feedback.notify('success', data.message);
}

export const acceptRows = defineAction({
  key: 'accept',
  label: '采纳',
  place: 'selection',
  permission: [administrator],
  enabled: areUndecided,
  confirm: (rows) => `采纳后写入公共资料库，已签名的记录和报告不受影响。确定采纳选中的${rows.length}处差异吗？`,
  async run({ ids, editor }) {
    await postDecision(ids, 'accepted');
    editor.clearSelection();
    await editor.refresh();
  },
});

export const declineRows = defineAction({
  key: 'decline',
  label: '不采纳',
  place: 'selection',
  permission: [administrator],
  enabled: areUndecided,
  async run({ ids, editor }) {
    const reason = await feedback.prompt(`请填写不采纳选中的${ids.length}处差异的原因`, {
      placeholder: '原因',
      check: (text) => (text.trim() ? null : libraryFileTexts.needsReason),
      okText: '不采纳',
    });
    if (reason === null) return;
    await postDecision(ids, 'declined', reason);
    editor.clearSelection();
    await editor.refresh();
  },
});

/**
 * Returns the action that shows the users of the row that an update changes or ends.
 * @param open shows the users of a row
 */
export const showUsersBy = (open: (row: number) => void) =>
  defineAction({
    key: 'users',
    label: '使用情况',
    place: 'row',
    permission: [administrator],
    run({ ids: [id] }) {
      if (id !== undefined) open(id);
    },
  });
