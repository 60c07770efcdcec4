import { Input, type InputRef } from 'antd';
import { useRef } from 'react';
import { minBlankCount } from '@contract/arithmetic/curves/detectionLimits';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { blankTexts } from '@contract/features/laboratory/detection/detectionLimitForm';
import styles from './detection.module.css';

const isBad = (text: string): boolean =>
  text.trim() !== '' && !outcomeOfCalculation(() => numberOf(text, '空白测定值')).ok;

interface BlankReadingsColumnProps {
  readonly texts: readonly string[];
  readonly unit: string;
  readonly disabled: boolean;
  /** Replaces the default heading. */
  readonly legend?: string;
  /** Smallest number of values. */
  readonly minCount?: number;
  readonly onChange: (texts: string[]) => void;
}

/** 空白测定值, one per line, typed or pasted as a column. While they can be edited, one empty line follows the last. */
export function BlankReadingsColumn({
  texts,
  unit,
  disabled,
  legend,
  minCount = minBlankCount,
  onChange,
}: BlankReadingsColumnProps) {
  const inputs = useRef<(InputRef | null)[]>([]);
  const count = Math.max(minCount + 1, texts.length + (disabled ? 0 : 1));
  const lines = Array.from({ length: count }, (_, index) => texts[index] ?? '');
  const replaceAt = (index: number, parts: readonly string[]) => {
    const next = [...lines];
    parts.forEach((part, offset) => {
      next[index + offset] = part;
    });
    while (next.length > 0 && (next.at(-1) ?? '').trim() === '') next.pop();
    onChange(next.map((text) => text ?? ''));
  };
  const focusInput = (index: number) =>
    inputs.current[Math.min(Math.max(0, index), count - 1)]?.focus({ cursor: 'all' });
  return (
    <fieldset className={styles.blanks}>
      <legend>{legend ?? `空白测定值${unit && `（${unit}）`}，至少${minCount}个`}</legend>
      {lines.map((text, index) => (
        <label key={index}>
          <span>{index + 1}</span>
          <Input
            ref={(input) => {
              inputs.current[index] = input;
            }}
            value={text}
            disabled={disabled}
            inputMode="decimal"
            aria-label={`空白测定值${index + 1}`}
            {...(isBad(text) ? { status: 'error' as const, title: '应为数字' } : {})}
            onChange={({ target }) => replaceAt(index, [target.value])}
            onPaste={(event) => {
              const parts = blankTexts(event.clipboardData.getData('text'));
              if (parts.length < 2) return;
              event.preventDefault();
              replaceAt(index, parts);
            }}
            onKeyDown={(event) => {
              const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
              if (step === 0 || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              focusInput(index + step);
            }}
          />
        </label>
      ))}
    </fieldset>
  );
}
