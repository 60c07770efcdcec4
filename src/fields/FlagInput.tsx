import { Switch } from 'antd';
import type { FlagField } from '@contract/field';
import type { FieldInputProps } from './fieldInputTypes';

/** Switch 是/否. A missing value shows 否. */
export function FlagInput({ field: _field, value, onChange, ...rest }: FieldInputProps<FlagField, boolean>) {
  return (
    <Switch
      {...rest}
      checked={value === true}
      checkedChildren="是"
      unCheckedChildren="否"
      onChange={(next) => onChange?.(next)}
    />
  );
}
