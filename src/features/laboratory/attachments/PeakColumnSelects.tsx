import { Input, Select, Space } from 'antd';
import { clearable } from '@/lib/clearableInput';
import type { DecimalMark } from '@contract/features/laboratory/instruments/peakNumber';
import type { ReadTable, readingsOf } from './readTable';

const markOptions: { value: DecimalMark; label: string }[] = [
  { value: '.', label: '小数点为“.”（1,234为一千二百三十四）' },
  { value: ',', label: '小数点为“,”（1,234为一点二三四）' },
];

/** Columns that the person chose, and the reading that gets the numbers. */
export interface ChosenColumns {
  readonly sample: number | null;
  readonly peak: number | null;
  readonly value: number | null;
  readonly peakName: string;
  /** Reading of the record that gets the numbers. */
  readonly reading: string | null;
  /** The person's choice of the decimal mark, required if the column's numbers are ambiguous. */
  readonly mark: DecimalMark | null;
}

interface ColumnChoiceProps {
  readonly read: ReadTable;
  readonly readings: ReturnType<typeof readingsOf>;
  readonly detectedMark: DecimalMark | null;
  readonly columns: ChosenColumns;
  readonly onColumns: (next: Partial<ChosenColumns>) => void;
}

interface LabelledSelectProps<V extends string | number> {
  readonly label: string;
  /** Name for screen readers; the label by default. */
  readonly spoken?: string;
  readonly width: number;
  readonly value: V | null;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChange: (next: V) => void;
}

/** A required select behind its label. */
function LabelledSelect<V extends string | number>({
  label,
  spoken = label,
  width,
  value,
  options,
  onChange,
}: LabelledSelectProps<V>) {
  return (
    <span>
      {label}
      {'　'}
      <Select<V>
        aria-label={spoken}
        value={value}
        options={[...options]}
        style={{ width }}
        onChange={(next: V) => onChange(next)}
      />
    </span>
  );
}

/** Selects for the columns, the reading and, if the numbers are ambiguous, the decimal mark. */
export function ColumnChoice({ read, readings, detectedMark, columns, onColumns }: ColumnChoiceProps) {
  const { sample, peak, value, peakName, reading, mark } = columns;
  const headings = read.headings.map((label, index) => ({ value: index, label }));
  return (
    <Space wrap>
      <LabelledSelect
        label="样品名列"
        width={150}
        value={sample}
        options={headings}
        onChange={(next) => onColumns({ sample: next })}
      />
      <LabelledSelect
        label="数值列"
        width={150}
        value={value}
        options={headings}
        onChange={(next) => onColumns({ value: next })}
      />
      <LabelledSelect
        label="写入"
        spoken="写入的读数"
        width={170}
        value={reading}
        options={readings}
        onChange={(next) => onColumns({ reading: next })}
      />
      <span>
        组分列{'　'}
        <Select
          aria-label="组分列"
          allowClear={clearable}
          placeholder="无"
          value={peak}
          options={headings}
          style={{ width: 130 }}
          onChange={(next: number | undefined) => onColumns({ peak: next ?? null })}
        />
      </span>
      {peak !== null && (
        <span>
          组分名{'　'}
          <Input
            aria-label="组分名"
            value={peakName}
            style={{ width: 130 }}
            onChange={(event) => onColumns({ peakName: event.target.value })}
          />
        </span>
      )}
      {detectedMark === null && (
        <span>
          小数点{'　'}
          <Select<DecimalMark>
            aria-label="小数点的写法"
            placeholder="请选择"
            value={mark}
            options={markOptions}
            style={{ width: 300 }}
            onChange={(nextDecimalMark) => onColumns({ mark: nextDecimalMark })}
          />
        </span>
      )}
    </Space>
  );
}
