import { Button, Input } from 'antd';
import { createContext, useContext } from 'react';
import type { FieldInputProps } from '@/fields/fieldInputTypes';
import type { LongTextField } from '@contract/field';
import styles from './reports.module.css';

/** Generated texts of the sections, by field; null while loading. */
export const AutomaticTexts = createContext<Readonly<Record<string, string>> | null>(null);

/** Returns the input of a section's text. Empty, it shows the generated text, which can be taken as a start. */
export function sectionInput(name: string) {
  return function SectionInput({ field, value, onChange, id, disabled }: FieldInputProps<LongTextField, string>) {
    const automatic = useContext(AutomaticTexts)?.[name] ?? '';
    return (
      <div className={styles.section}>
        <Input.TextArea
          id={id}
          value={value ?? ''}
          disabled={disabled}
          autoSize={{ minRows: 3, maxRows: 14 }}
          maxLength={field.max ?? 2000}
          placeholder={automatic || '本节没有内容'}
          onChange={(event) => onChange?.(event.target.value || null)}
        />
        {!disabled && (
          <span className={styles.sectionActs}>
            {!value && automatic && (
              <Button type="link" size="small" onClick={() => onChange?.(automatic)}>
                在自动文字上修改
              </Button>
            )}
            {value && (
              <Button type="link" size="small" onClick={() => onChange?.(null)}>
                恢复自动文字
              </Button>
            )}
          </span>
        )}
      </div>
    );
  };
}
