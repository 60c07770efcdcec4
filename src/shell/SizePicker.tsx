import { FontSizeOutlined } from '@ant-design/icons';
import { sizes, type Size } from '@contract/constants';
import { messages } from '@contract/messages';
import { Button, Dropdown, type MenuProps } from 'antd';
import { feedback } from '@/lib/feedback';
import { useSettings } from '@/session/settingsStore';
import { useTabs } from '@/session/tabStore';

const labels: Readonly<Record<Size, string>> = { default: '默认', medium: '中等', small: '小', mini: '超小' };

/** SPEC §2, §4: four sizes; the cached pages start afresh in the new one, but those with unsaved work. */
export function SizePicker() {
  const size = useSettings((settings) => settings.size);
  const change = useSettings((settings) => settings.change);
  const onClick: MenuProps['onClick'] = ({ key }) => {
    const chosen = sizes.find((each) => each === key);
    if (!chosen || chosen === size) return;
    change({ size: chosen });
    useTabs.getState().dropCaches();
    feedback.notify('success', messages.sizeChanged);
  };
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items: sizes.map((each) => ({ key: each, label: labels[each] })), selectable: true, selectedKeys: [size], onClick }}>
      <Button type="text" icon={<FontSizeOutlined />} aria-label="布局大小" aria-haspopup="menu" title="布局大小" />
    </Dropdown>
  );
}
