import { Button, Checkbox, Dropdown, Input, Popover, Space } from 'antd';
import { useState } from 'react';
import { feedback } from '@/lib/feedback';
import type { SavedFilter } from './preference';
import { withoutEmpty } from './query';
import type { ListEditorModel } from './useListEditor';

/** 查询方案: filters kept under a name, one of which may apply when the list opens. */
export function SavedFilters({ editor }: { editor: ListEditorModel }) {
  const saved = editor.preference.saved ?? [];
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [initial, setInitial] = useState(false);
  const filters = withoutEmpty(editor.list.filters);

  const keep = () => {
    const title = name.trim();
    if (!title) return;
    const rest = saved.filter((one) => one.name !== title).map((one) => (initial ? { ...one, initial: false } : one));
    editor.savePreference({ saved: [...rest, { name: title, filters, initial }] });
    feedback.notify('success', `已保存查询方案“${title}”`);
    setOpen(false);
    setName('');
    setInitial(false);
  };
  const drop = async (one: SavedFilter) => {
    if (await feedback.confirm(`确定删除查询方案“${one.name}”吗？`, { danger: true })) editor.savePreference({ saved: saved.filter((other) => other !== one) });
  };

  return (
    <>
      {saved.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: saved.map((one) => ({
              key: one.name,
              label: `${one.name}${one.initial ? '（默认）' : ''}`,
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
          title="保存为查询方案"
          content={
            <Space orientation="vertical">
              <Input placeholder="方案名称" aria-label="方案名称" maxLength={20} value={name} onChange={(event) => setName(event.target.value)} onPressEnter={keep} />
              <Checkbox checked={initial} onChange={(event) => setInitial(event.target.checked)}>打开列表时默认使用</Checkbox>
              <Button type="primary" size="small" disabled={!name.trim()} onClick={keep}>保存</Button>
            </Space>
          }
        >
          <Button type="link">保存方案</Button>
        </Popover>
      )}
    </>
  );
}
