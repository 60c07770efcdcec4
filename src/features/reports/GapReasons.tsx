import { Button, Input } from 'antd';
import type { FieldInputProps } from '@/fields/fieldInputTypes';
import type { FieldGap } from '@contract/features/fieldwork/samples/fieldGaps';
import type { KeyedField } from '@contract/field';
import styles from './reports.module.css';

type KeyedTexts = Readonly<Record<string, string>>;
const maxLength = 200;

/** Returns an input with a reason for each gap of the field work. One reason can be copied to all empty ones. */
export function gapInput(gaps: readonly FieldGap[]) {
  return function GapReasons({ value, onChange, disabled }: FieldInputProps<KeyedField, KeyedTexts>) {
    const reasons = value ?? {};
    const firstReason = gaps.map(({ key }) => reasons[key]?.trim()).find(Boolean);
    const openFieldGaps = gaps.filter(({ key }) => !reasons[key]?.trim());
    const fill = () =>
      onChange?.({ ...reasons, ...Object.fromEntries(openFieldGaps.map(({ key }) => [key, firstReason ?? ''])) });
    return (
      <div className={styles.gaps}>
        {gaps.map(({ key, title }) => (
          <label key={key}>
            <span>{title}</span>
            <Input
              aria-label={title}
              placeholder="补全，或填写原因"
              value={reasons[key] ?? ''}
              maxLength={maxLength}
              {...(disabled === undefined ? {} : { disabled })}
              onChange={({ target }) => onChange?.({ ...reasons, [key]: target.value })}
            />
          </label>
        ))}
        {!disabled && firstReason && openFieldGaps.length > 0 && (
          <Button size="small" onClick={fill}>
            其余{openFieldGaps.length}项填同一原因
          </Button>
        )}
      </div>
    );
  };
}
