import { Input } from 'antd';
import { outcomeOfCalculation } from '@contract/arithmetic/numbers/calculationProblem';
import { numberOf } from '@contract/arithmetic/numbers/decimalNumbers';
import { valuesIn } from '@contract/features/laboratory/detection/efficiencyDetermination';

interface ReadingInputProps {
  readonly value: string;
  readonly disabled: boolean;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

const isBad = (text: string): boolean =>
  valuesIn(text).some((value) => !outcomeOfCalculation(() => numberOf(value, '读数')).ok);

/** Input of one or several readings in one line. A pasted row or column becomes readings separated by spaces. */
export function ReadingInput({ value, disabled, label, onChange }: ReadingInputProps) {
  return (
    <Input
      value={value}
      disabled={disabled}
      inputMode="decimal"
      aria-label={label}
      {...(isBad(value) ? { status: 'error' as const, title: '应为数字' } : {})}
      onChange={({ target }) => onChange(target.value)}
      onPaste={(event) => {
        const parts = valuesIn(event.clipboardData.getData('text'));
        if (parts.length < 2) return;
        event.preventDefault();
        onChange([value.trim(), ...parts].filter(Boolean).join(' '));
      }}
    />
  );
}
