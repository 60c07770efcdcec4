import { Button, Checkbox, Input, Space } from 'antd';
import { useState } from 'react';

/**
 * Asks for the name of a saved filter.
 * @param onKeep called with the name, and whether the filter applies when the list opens
 */
export function SaveFilter({ onKeep }: { onKeep: (name: string, initial: boolean) => void }) {
  const [name, setName] = useState('');
  const [initial, setInitial] = useState(false);
  const title = name.trim();
  const submitTitle = () => title && onKeep(title, initial);
  return (
    <Space orientation="vertical">
      <Input
        autoFocus
        placeholder="方案名称"
        aria-label="方案名称"
        maxLength={20}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={submitTitle}
      />
      <Checkbox checked={initial} onChange={(event) => setInitial(event.target.checked)}>
        打开列表时默认使用
      </Checkbox>
      <Button type="primary" size="small" disabled={!title} onClick={submitTitle}>
        保存
      </Button>
    </Space>
  );
}
