import { Button, Dropdown, Popover } from 'antd';
import { useState } from 'react';
import { withoutEmpty } from '@/api/scopeParams';
import { deferredPart } from '@/lib/deferredPart';
import { feedback } from '@/lib/feedback';
import type { SavedFilter } from '../listPreference';
import type { ListEditorModel } from '../useListEditor';

const SaveFilter = deferredPart(async () => (await import('./SaveFilter')).SaveFilter);

/** Menu 查询方案: filters stored under a name. One of them can apply when the list opens. */
export function SavedFilters({ editor }: { editor: ListEditorModel }) {
  const savedFilters = editor.preference.saved ?? [];
  const [open, setOpen] = useState(false);
  const [isListOpen, setListOpen] = useState(false);
  const filters = withoutEmpty(editor.list.filters);

  const storeFilter = (name: string, initial: boolean) => {
    const otherFilters = savedFilters
      .filter((savedFilter) => savedFilter.name !== name)
      .map((savedFilter) => (initial ? { ...savedFilter, initial: false } : savedFilter));
    editor.savePreference({ saved: [...otherFilters, { name, filters, initial }] });
    feedback.notify('success', `已保存查询方案“${name}”`);
    setOpen(false);
  };
  const deleteFilter = async (savedFilter: SavedFilter) => {
    if (await feedback.confirm(`确定删除查询方案“${savedFilter.name}”吗？`, { danger: true }))
      editor.savePreference({ saved: savedFilters.filter((otherSavedFilter) => otherSavedFilter !== savedFilter) });
  };

  return (
    <>
      {savedFilters.length > 0 && (
        <Dropdown
          trigger={['click']}
          open={isListOpen}
          onOpenChange={setListOpen}
          menu={{
            items: savedFilters.map((savedFilter) => ({
              key: savedFilter.name,
              label: `${savedFilter.name}${savedFilter.initial ? '（默认）' : ''}`,
              onTitleClick: () => {
                setListOpen(false);
                void editor.search(savedFilter.filters);
              },
              children: [
                {
                  key: `${savedFilter.name}/use`,
                  label: '应用',
                  onClick: () => void editor.search(savedFilter.filters),
                },
                {
                  key: `${savedFilter.name}/drop`,
                  label: '删除',
                  danger: true,
                  onClick: () => void deleteFilter(savedFilter),
                },
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
          content={<SaveFilter wanted onKeep={storeFilter} />}
        >
          <Button type="link">保存方案</Button>
        </Popover>
      )}
    </>
  );
}
