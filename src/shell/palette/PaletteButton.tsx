import { SearchOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { keys } from './keyboardShortcuts';
import { openPalette } from './paletteStore';

export function PaletteButton() {
  return (
    <Button
      type="text"
      icon={<SearchOutlined />}
      aria-label="搜索菜单、数据和操作"
      aria-keyshortcuts="Control+K"
      title={`搜索菜单、数据和操作（${keys.palette}）`}
      onClick={openPalette}
    />
  );
}
