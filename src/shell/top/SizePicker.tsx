import { FontSizeOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { shellTexts, sizeLabels } from '@/lib/texts/shellTexts';
import { useSettings } from '@/session/settingsStore';
import { layoutSizes } from '@contract/constants';
import { chooseSize } from '../chooseSize';
import { useFocusBack } from '../panes/useFocusBack';

export function SizePicker() {
  const size = useSettings((settings) => settings.size);
  const { button, onOpenChange } = useFocusBack();
  const onClick: MenuProps['onClick'] = ({ key }) => {
    const chosenSize = layoutSizes.find((option) => option === key);
    if (chosenSize) chooseSize(chosenSize);
    button.current?.focus();
  };
  return (
    <Dropdown
      trigger={['click']}
      autoFocus
      onOpenChange={onOpenChange}
      menu={{
        items: layoutSizes.map((option) => ({ key: option, label: sizeLabels[option] })),
        selectable: true,
        selectedKeys: [size],
        onClick,
      }}
    >
      <Button
        ref={button}
        type="text"
        icon={<FontSizeOutlined />}
        aria-label={shellTexts.size}
        aria-haspopup="menu"
        title={shellTexts.size}
      />
    </Dropdown>
  );
}
