import { Radio } from 'antd';
import { menuType } from '@contract/constants';

const { directory, menu: page, button } = menuType;

/** Input of 目录 / 菜单 / 按钮; its value is a number. */
export function MenuTypeInput({
  value,
  onChange,
  id,
}: {
  value?: unknown;
  onChange?: (value: unknown) => void;
  id?: string;
}) {
  return (
    <Radio.Group
      id={id}
      optionType="button"
      value={value}
      options={[
        { value: directory, label: '目录' },
        { value: page, label: '菜单' },
        { value: button, label: '按钮' },
      ]}
      onChange={(event) => onChange?.(event.target.value)}
    />
  );
}
