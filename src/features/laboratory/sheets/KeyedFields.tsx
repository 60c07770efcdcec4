import { Input } from 'antd';
import type { FieldInputProps } from '@/fields/fieldInputTypes';
import type { KeyedField } from '@contract/field';
import styles from '../methods.module.css';

type KeyedTexts = Readonly<Record<string, string>>;

/** Returns an input with one short field per known key: 仪器条件 or 计算设置 of the method. */
export function keyedInput(keys: readonly { readonly key: string; readonly label: string }[]) {
  return function KeyedFields({ value, onChange, disabled }: FieldInputProps<KeyedField, KeyedTexts>) {
    const currentValues = value ?? {};
    return (
      <div className={styles.keyed}>
        {keys.map(({ key, label }) => (
          <label key={key}>
            <span>{label}</span>
            <Input
              aria-label={label}
              {...(disabled === undefined ? {} : { disabled })}
              value={currentValues[key] ?? ''}
              title={currentValues[key] ?? ''}
              maxLength={200}
              onChange={(event) => onChange?.({ ...currentValues, [key]: event.target.value })}
            />
          </label>
        ))}
      </div>
    );
  };
}
