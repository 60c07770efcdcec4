import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { Button, Popover, Tooltip } from 'antd';
import { deferredPart } from '@/lib/deferredPart';
import type { ListEditorModel } from '../useListEditor';

const ColumnChoices = deferredPart(async () => (await import('./ColumnChoices')).ColumnChoices);

/** Button 列设置 that opens the column choices. */
export function ColumnSettings({ editor }: { editor: ListEditorModel }) {
  return (
    <Popover trigger="click" placement="bottomRight" title="列设置" content={<ColumnChoices wanted editor={editor} />}>
      <Tooltip title="列设置">
        <Button type="text" aria-label="列设置" icon={<SettingOutlined />} onPointerEnter={ColumnChoices.prefetch} />
      </Tooltip>
    </Popover>
  );
}
