import { Button, Dropdown, Popover } from 'antd';
import { useState } from 'react';
import { withoutEmpty } from '@/api/scopeParams';
import { feedback } from '@/lib/feedback';
import { latePart } from '@/lib/latePart';
import type { SavedFilter } from '../listPreference';
import type { ListEditorModel } from '../useListEditor';

const SaveFilter = latePart(async () => (await import('./SaveFilter')).SaveFilter);

/** Menu 查询方案: filters stored under a name. One of them can apply when the list opens. */
export function SavedFilters({ editor }: { editor: ListEditorModel }) {
  const saved = editor.preference.saved ?? [];
  const [open, setOpen] = useState(false);
  const [listed, setListed] = useState(false);
  const filters = withoutEmpty(editor.list.filters);

  const keep = (name: string, initial: boolean) => {
    const rest = saved.filter((one) => one.name !== name).map((one) => (initial ? { ...one, initial: false } : one));
    editor.savePreference({ saved: [...rest, { name, filters, initial }] });
    feedback.notify('success', `已保存查询方案“${name}”`);
    setOpen(false);
  };
  const drop = async (one: SavedFilter) => {
    if (await feedback.confirm(`确定删除查询方案“${one.name}”吗？`, { danger: true }))
      editor.savePreference({ saved: saved.filter((other) => other !== one) });
  };

  return (
    <>
      {saved.length > 0 && (
        <Dropdown
          trigger={['click']}
          open={listed}
          onOpenChange={setListed}
          menu={{
            items: saved.map((one) => ({
              key: one.name,
              label: `${one.name}${one.initial ? '（默认）' : ''}`,
              onTitleClick: () => {
                setListed(false);
                void editor.search(one.filters);
              },
              children: [
                { key: `${one.name}/use`, label: '应用', onClick: () => void editor.search(one.filters) },
                { key: `${one.name}/drop`, label: '删除', danger: true, onClick: () => void drop(one) },
              ],
            })),
          }}
        >
          <Button type="link">查询方案</Button>
        </Dropdown>
      )}
      {Object.keys(filters).length > 0 && (
        <Popover
          trigger="click"
          open={open}
          onOpenChange={setOpen}
          destroyOnHidden
          title="保存为查询方案"
          content={<SaveFilter wanted onKeep={keep} />}
        >
          <Button type="link">保存方案</Button>
        </Popover>
      )}
    </>
  );
}
