import { DatePicker } from 'antd';
import { dateFormat, dateTimeFormat } from '@contract/constants';
import type { DateField, DateTimeField } from '@contract/field';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { FieldInputProps, FilterProps } from './kind';
import { todayText } from '@/lib/dates';

// Names of months and the first day of the week, in every calendar.
dayjs.locale('zh-cn');

const read = (value: string | null | undefined): Dayjs | null => {
  const moment = value ? dayjs(value) : null;
  return moment?.isValid() ? moment : null;
};

export function DateInput({ field, value, onChange, ...rest }: FieldInputProps<DateField, string>) {
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      value={read(value)}
      format={[dateFormat, 'YYYY/M/D', 'YYYYMMDD']}
      onChange={(next) => onChange?.(next ? next.format(dateFormat) : null)}
      placeholder={`请选择${field.label}`}
    />
  );
}

export function DateTimeInput({ field, value, onChange, ...rest }: FieldInputProps<DateTimeField, string>) {
  return (
    <DatePicker
      {...rest}
      showTime
      style={{ width: '100%' }}
      value={read(value)}
      format={dateTimeFormat}
      onChange={(next) => onChange?.(next ? next.format(dateTimeFormat) : null)}
      placeholder={`请选择${field.label}`}
    />
  );
}

/** A week begins on Monday: so says the locale that is set above. */
const presets = (): { label: string; value: [Dayjs, Dayjs] }[] => {
  const today = dayjs(todayText());
  return [
    { label: '今天', value: [today, today] },
    { label: '昨天', value: [today.subtract(1, 'day'), today.subtract(1, 'day')] },
    { label: '本周', value: [today.startOf('week'), today] },
    { label: '本月', value: [today.startOf('month'), today] },
    { label: '最近30天', value: [today.subtract(29, 'day'), today] },
    { label: '今年', value: [today.startOf('year'), today] },
  ];
};

/** `2024-01-01~2024-12-31`, either end open. */
export function DateRangeFilter({ field, value, onSearch }: FilterProps) {
  const [from, to] = (typeof value === 'string' ? value : '').split('~');
  return (
    <DatePicker.RangePicker
      style={{ width: '100%' }}
      value={[read(from), read(to)]}
      allowEmpty={[true, true]}
      presets={presets()}
      placeholder={[`${field.label} 从`, '到']}
      aria-label={field.label}
      onChange={(range) => {
        const ends = [range?.[0]?.format(dateFormat) ?? '', range?.[1]?.format(dateFormat) ?? ''];
        onSearch(ends[0] || ends[1] ? ends.join('~') : undefined);
      }}
    />
  );
}
