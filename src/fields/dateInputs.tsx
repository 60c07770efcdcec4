import { DatePicker, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { todayText } from '@/lib/dateTexts';
import { dateFormat, dateTimeFormat } from '@contract/constants';
import type { DateField, DateTimeField } from '@contract/field';
import { trimBlanks } from '@contract/fields/normalizeText';
import 'dayjs/locale/zh-cn';
import { isDateTime, isDay } from '@contract/schema';
import { valueOfText } from '@contract/workbook/readCell';
import type { FieldInputProps, FilterProps } from './fieldInputTypes';

// Sets month names and the first day of the week of every calendar.
dayjs.locale('zh-cn');

const parseDay = (value: string | null | undefined): Dayjs | null => {
  const date = value ? dayjs(value) : null;
  return date?.isValid() ? date : null;
};

const noLookups = { dict: () => [], ref: () => null };

/**
 * Parses a text with the rules of the contract. An invalid text is returned unchanged, and the field's rule reports
 * it.
 */
function readText(field: DateField | DateTimeField, text: string): string | null {
  const outcome = valueOfText(field, text, noLookups);
  return 'error' in outcome ? trimBlanks(text) : (outcome.value as string | null);
}

type MomentProps = FieldInputProps<DateField | DateTimeField, string> & {
  readonly format: string;
  readonly formats: string[];
  readonly showTime?: true;
};

/** Input of a date or a date with time. An invalid typed or pasted text stays in the field to be corrected. */
function MomentInput({ field, value, onChange, onBlur, format, formats, showTime, ...rest }: MomentProps) {
  const [typedText, setTypedText] = useState<string | null>(null);
  // The picker calls a text that it can't parse invalid until it is mounted again.
  const [readCount, setReadCount] = useState(0);
  const isRead = field.kind === 'date' ? isDay : isDateTime;
  const placeholder = `请选择${field.label}`;
  if (typedText !== null || (value && !isRead(value))) {
    const takeText = () => {
      if (typedText !== null) onChange?.(readText(field, typedText));
      setTypedText(null);
    };
    return (
      <Input
        {...rest}
        autoComplete="off"
        placeholder={placeholder}
        value={typedText ?? value ?? ''}
        onChange={(event) => setTypedText(event.target.value)}
        onBlur={(event) => {
          takeText();
          onBlur?.(event);
        }}
        onPressEnter={takeText}
      />
    );
  }
  return (
    <DatePicker
      key={readCount}
      {...rest}
      {...(showTime ? { showTime } : {})}
      style={{ width: '100%' }}
      value={parseDay(value)}
      format={formats}
      onChange={(readValue) => onChange?.(readValue ? readValue.format(format) : null)}
      // The picker discards text that it can't parse, and restores a date whose text was deleted, so the text is read
      // here.
      onBlur={(event) => {
        onBlur?.(event);
        if (!(event.target instanceof HTMLInputElement)) return;
        const text = trimBlanks(event.target.value);
        const next = text === '' ? null : readText(field, text);
        if (next !== (value || null)) onChange?.(next);
        else if (text === (value ?? '')) return;
        setReadCount((count) => count + 1);
      }}
      placeholder={placeholder}
    />
  );
}

/** Input of a date. Its value is `YYYY-MM-DD`. */
export const DateInput = (props: FieldInputProps<DateField, string>) => (
  <MomentInput {...props} format={dateFormat} formats={[dateFormat, 'YYYY/M/D', 'YYYYMMDD']} />
);

/** Input of a date with time. Its value is `YYYY-MM-DD HH:mm:ss`. */
export const DateTimeInput = (props: FieldInputProps<DateTimeField, string>) => (
  <MomentInput {...props} showTime format={dateTimeFormat} formats={[dateTimeFormat]} />
);

/** Weeks begin on Monday, as the locale above defines. */
const rangePresets = (): { label: string; value: [Dayjs, Dayjs] }[] => {
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

/** Filter by a date range. Its value is `2024-01-01~2024-12-31`; either end may be empty. */
export function DateRangeFilter({ field, value, onSearch }: FilterProps) {
  const [from, to] = (typeof value === 'string' ? value : '').split('~');
  return (
    <DatePicker.RangePicker
      style={{ width: '100%' }}
      value={[parseDay(from), parseDay(to)]}
      allowEmpty={[true, true]}
      presets={rangePresets()}
      placeholder={[`${field.label} 从`, '到']}
      aria-label={field.label}
      onChange={(range) => {
        const ends = [range?.[0]?.format(dateFormat) ?? '', range?.[1]?.format(dateFormat) ?? ''];
        onSearch(ends[0] || ends[1] ? ends.join('~') : undefined);
      }}
    />
  );
}
